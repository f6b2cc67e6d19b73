import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { shownOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { buildViewer } from '#pwa/testing/build-viewer.ts';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { OrderSpecimens } from './order-specimens.tsx';

let requests: unknown[];
beforeEach(async () => {
  await loadDialogs();
  requests = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push([init.method, path, JSON.parse(String(init.body))]);
    return Response.json(shownOrder({ status: 'SHIPPED' }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const RECEIVED = '2026-11-20T10:00:00.000Z';
const order = shownOrder({
  status: 'SHIPPED',
  specimens: [
    buildSpecimen({ id: 's1', customerSampleId: 'S-1', status: 'SHIPPED', receivedAt: null }),
    buildSpecimen({ id: 's2', customerSampleId: 'S-2', status: 'RECEIVED', receivedAt: RECEIVED }),
  ],
});
const show = (role: Role, orderView = order) =>
  render(
    <OnlineQueries>
      <OrderSpecimens order={orderView} viewer={buildViewer({ role })} onOpen={() => undefined} />
    </OnlineQueries>,
  );

test('a manager selects specimens and cancels those not received, with a reason', async () => {
  show('COMPANY_MANAGER');
  expect(screen.getByText('Select specimens to cancel.')).toBeTruthy();
  for (const name of ['Select S-1', 'Select S-2']) fireEvent.click(screen.getByRole('checkbox', { name }));
  expect(screen.getByText('1 of the selected cannot be canceled.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel 1 specimen' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel 1 specimen' }));
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  expect(requests).toEqual([]);
  fireEvent.change(dialog.getByLabelText(/Reason/), { target: { value: 'Tube broke' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel 1 specimen' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toEqual([
    ['POST', '/api/orders/order-1/cancel-specimens', { specimenIds: ['s1'], reason: 'Tube broke' }],
  ]);
});

test('a user who may cancel nothing sees neither checkboxes nor the action', () => {
  show('COMPANY_USER');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByText('Select specimens to cancel.')).toBeNull();
});

test('the patient is a searchable column only in an order that names patients', () => {
  const specimens = order.specimens.map((row, at) => ({ ...row, patientMrn: `MRN-${at + 1}` }));
  show('CLINICIAN', { ...order, specimens });
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'mrn-2' } });
  expect(screen.getAllByText('MRN-2').length).toBeGreaterThan(0);
  expect(screen.queryByText('MRN-1')).toBeNull();
  cleanup();
  show('COMPANY_USER');
  expect(screen.queryByText('Patient MRN')).toBeNull();
});
