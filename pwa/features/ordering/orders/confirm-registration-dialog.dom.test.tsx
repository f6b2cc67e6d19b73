import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shownOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import type { ShownRegistration } from '#db/ordering/orders/shown-order.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { OrderActions } from './order-actions.tsx';

const AGREED: ShownRegistration = {
  projectedCount: 10,
  registeredCount: 10,
  totalBefore: 250_000,
  total: 250_000,
  sponsored: false,
  approvals: [],
  problems: [],
};
let registration: ShownRegistration;
let requests: unknown[];
let answer: () => Response;
beforeEach(async () => {
  await loadDialogs();
  [registration, requests] = [AGREED, []];
  answer = () => Response.json(shownOrder({ status: 'ORDERED' }));
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Response.json(registration);
    requests.push({ path, body: JSON.parse(String(init.body)) });
    return answer();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  render(
    <OnlineQueries>
      <OrderActions
        order={shownOrder({
          status: 'ANTICIPATED',
          actions: ['confirm-registration'],
          specimens: [buildSpecimen()],
        })}
        family="orders"
        onContinue={() => undefined}
        onRemoved={() => undefined}
      />
    </OnlineQueries>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Confirm specimens' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('New total');
  return { dialog, press: () => fireEvent.click(dialog.getByRole('button', { name: 'Confirm specimens' })) };
}
const URL = '/api/orders/order-1/confirm-registration';

test('the dialog shows agreed and new total, deviation and approver, and sends the total that it showed', async () => {
  registration = { ...AGREED, registeredCount: 9, total: 675_000, approvals: ['CREDIT_LIMIT'] };
  const { dialog, press } = await open();
  const texts = [
    '$2,500.00',
    '$6,750.00',
    '9 of 10 agreed specimens entered',
    'Needs approval: Credit limit',
  ];
  for (const text of texts) expect(dialog.getByText(text)).toBeTruthy();
  press();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toEqual([{ path: URL, body: { seenTotal: 675_000 } }]);
});

test('the dialog has no warning when the specimens match the agreement', async () => {
  const { dialog } = await open();
  expect(dialog.queryByText(/agreed specimens entered|Needs approval/)).toBeNull();
});

test('a total that changed meanwhile is shown again before it can be confirmed', async () => {
  const { dialog, press } = await open();
  answer = () =>
    Response.json({ error: 'The order total changed.', code: 'TOTAL_CHANGED', issues: [] }, { status: 409 });
  registration = { ...AGREED, total: 300_000 };
  press();
  expect(await dialog.findByText('$3,000.00')).toBeTruthy();
  expect(dialog.getByText('The order total changed.')).toBeTruthy();
  answer = () => Response.json(shownOrder({ status: 'ORDERED' }));
  press();
  await waitFor(() => expect(requests.at(-1)).toEqual({ path: URL, body: { seenTotal: 300_000 } }));
});

test('specimens with a problem cannot be confirmed', async () => {
  registration = {
    ...AGREED,
    problems: [{ field: 'rows.1', message: 'Row 1, Source Species: Not accepted.' }],
  };
  const { dialog, press } = await open();
  expect(dialog.getByText('Row 1, Source Species: Not accepted.')).toBeTruthy();
  press();
  expect(requests).toEqual([]);
});
