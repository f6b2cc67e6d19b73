import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOrder, shownDraft, shownOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { cellFault } from '#db/ordering/manifest/manifest-fault.ts';
import { rowsMark } from '#db/ordering/manifest/rows-mark.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OrderActions } from '#pwa/features/ordering/orders/order-actions.tsx';
import { enterSpecimensAction } from '#pwa/features/ordering/orders/page-actions.tsx';
import { SAVED_ROWS, ShownWizard } from '#pwa/testing/shown-wizard.tsx';
import { type AppLink, addressOf } from '#pwa/ui/app-link.ts';

const draftLink = (id: string, step?: 'specimens'): AppLink => ({
  to: '/order/$id',
  params: { id },
  search: step ? { step } : {},
});
let visits = 0;
let requests: unknown[];
let refuses: boolean;
let followed: number;
const uploadResult = { warnings: [], rowCount: 1, ignored: [], rows: [], question: null };
const rejectedUpload = {
  ...uploadResult,
  error: 'Correct the marked fields.',
  code: 'VALIDATION',
  issues: [],
  faults: [cellFault(1, 'customerSampleId', 'S 1', { problem: 'Use no spaces.' })],
};
const order = () =>
  buildOrder({
    id: `agreed-${visits}`,
    status: 'ANTICIPATED',
    orderType: 'SALES_ORDER',
    packageType: 'TUBE',
  });
beforeEach(() => {
  [requests, refuses, followed] = [[], false, 0];
  visits += 1;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Response.json(shownDraft({ order: order() }));
    requests.push({ path, body: JSON.parse(String(init.body)) });
    return refuses ? Response.json(rejectedUpload, { status: 422 }) : Response.json(SAVED_ROWS);
  });
});
afterEach(cleanup);
afterAll(() => vi.unstubAllGlobals());

const show = (step?: 'specimens') =>
  render(
    <ShownWizard
      id={order().id}
      step={step}
      onFollow={() => {
        followed += 1;
      }}
    />,
  );

async function enterOne() {
  const cell = await screen.findByRole('textbox', { name: 'Sample ID, row 1' });
  fireEvent.change(cell, { target: { value: 'S 1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save and go to the order' }));
}

test('the specimens of an agreed order are entered and saved, and a link leads to the order', async () => {
  show('specimens');
  await enterOne();
  await waitFor(() => expect(followed).toBe(1));
  expect(requests).toEqual([
    {
      path: `/api/create-order/manifest/rows?orderId=${order().id}&mode=replace&dryRun=0&seen=${await rowsMark([])}&partial=1`,
      body: {
        rows: [
          {
            row: 1,
            cells: {
              customerSampleId: 'S 1',
              providedSourceSpecies: 'Homo sapiens',
              providedDnaType: 'gDNA',
            },
          },
        ],
      },
    },
  ]);
  expect(screen.queryByRole('button', { name: /^Order \d+ specimens$/ })).toBeNull();
});

test('rows with a fault block leaving', async () => {
  refuses = true;
  show('specimens');
  await enterOne();
  expect(await screen.findByText('1 error in the rows.')).toBeTruthy();
  expect(followed).toBe(0);
});

test('a user who submitted such an order is led to its specimens', async () => {
  show();
  const link = await screen.findByRole('link', { name: 'Enter specimens' });
  expect(link.getAttribute('href')).toBe(`/order/${order().id}?step=specimens`);
});

test("the order's page links to the specimens, and offers to confirm only a non-empty list", async () => {
  const openedLinks: AppLink[] = [];
  const parts = (specimens: ReturnType<typeof buildSpecimen>[]) => {
    const agreed = shownOrder({ status: 'ANTICIPATED', actions: ['confirm-registration'], specimens });
    const enterSpecimens = enterSpecimensAction({
      order: agreed,
      viewer: { draftLink, role: 'COMPANY_USER', userId: 'user-customer' },
      onOpen: (link) => openedLinks.push(link),
    });
    return (
      <OnlineQueries>
        <OrderActions
          order={agreed}
          family="orders"
          pageActions={enterSpecimens ? [enterSpecimens] : []}
          onContinue={() => undefined}
          onRemoved={() => undefined}
        />
      </OnlineQueries>
    );
  };
  const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
  const { rerender } = render(parts([]));
  expect(names()).toEqual(['Enter specimens']);
  fireEvent.click(screen.getByRole('button', { name: 'Enter specimens' }));
  expect(openedLinks.map(addressOf)).toEqual(['/order/order-1?step=specimens']);
  rerender(parts([buildSpecimen()]));
  expect(names()).toEqual(['Confirm specimens', 'Actions']);
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Change specimens',
  ]);
});

test("sales reach the specimens of their own draft, and not those of a colleague's", () => {
  const offeredAction = (role: 'SALES_REP' | 'CS_REP', userId: string) => {
    const actions = role === 'CS_REP' ? (['confirm-registration'] as const) : [];
    return enterSpecimensAction({
      order: shownOrder({ status: 'ANTICIPATED', createdByUserId: 'drafter', actions: [...actions] }),
      viewer: { draftLink, role, userId },
      onOpen: () => undefined,
    })?.label;
  };
  expect(offeredAction('SALES_REP', 'drafter')).toBe('Enter specimens');
  expect(offeredAction('CS_REP', 'drafter')).toBe('Enter specimens');
  expect(offeredAction('SALES_REP', 'colleague')).toBeUndefined();
  expect(offeredAction('CS_REP', 'colleague')).toBeUndefined();
});
