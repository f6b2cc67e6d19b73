import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import type { ShownAdjustment } from '#db/billing/prices/shown-prices.ts';
import { buildPriceAdjustment } from '#db/factories/build-billing.ts';
import { shownOrder } from '#db/factories/build-ordering.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { loadDialogs } from '#pwa/ui/dialog/dialog.tsx';
import { OrderAdjustments } from './order-adjustments.tsx';
import { totalWith } from './propose-adjustment.tsx';

const proposed = (over: Partial<ShownAdjustment> = {}): ShownAdjustment => ({
  ...buildPriceAdjustment({
    id: 'adj-1',
    status: 'PROPOSED',
    percentBps: 1250,
    label: 'Pilot',
    reason: 'First.',
  }),
  orderNumber: 'W-000105',
  orderCreatedAt: '2026-11-20T10:00:00.000Z',
  serviceName: 'Genomes',
  companyName: 'Northgate University',
  proposedBy: 'Rae Rep',
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  total: { before: 240_000, after: 210_000 },
  acts: ['approve', 'reject', 'withdraw'],
  ...over,
});

let rows: ShownAdjustment[];
let requests: { method: string; path: string; body: unknown }[];
let refusalMessage: string | null;
beforeEach(async () => {
  await loadDialogs();
  rows = [];
  requests = [];
  refusalMessage = null;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET' } = init;
    if (method === 'GET') return Response.json({ rows, total: rows.length, page: 1, limit: 200 });
    requests.push({ method, path, body: JSON.parse(String(init.body)) });
    if (refusalMessage)
      return Response.json({ error: refusalMessage, code: 'INVOICE_ISSUED' }, { status: 409 });
    const row = buildPriceAdjustment({ id: 'adj-1', status: 'PROPOSED' });
    return Response.json({ row, message: 'The adjustment counts once somebody else approves it.' });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let orders = 0;
// Queries are cached between tests, so each test has its own order.
function show(role: Role, over: Parameters<typeof shownOrder>[0] = {}) {
  orders += 1;
  const order = shownOrder({
    id: `order-${orders}`,
    orderNumber: 'W-000105',
    status: 'ORDERED',
    subtotal: 240_000,
    total: 240_000,
    invoices: [],
    ...over,
  });
  return render(
    <OnlineQueries>
      <OrderAdjustments order={order} role={role} />
    </OnlineQueries>,
  );
}
const window = async () => within(await screen.findByRole('dialog'));
type Window = Awaited<ReturnType<typeof window>>;
const fill = (dialog: Window, label: RegExp, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });

test('the total is calculated from the input at once, as the server will do', () => {
  const draft = { type: 'DISCOUNT_PERCENT', percent: '12.5', amount: '', label: '', reason: '' };
  const fixed = buildPriceAdjustment({
    id: 'fixed',
    type: 'DISCOUNT_FIXED',
    percentBps: null,
    amount: 5000,
    status: 'APPROVED',
  });
  const fee = buildPriceAdjustment({
    id: 'fee',
    type: 'FEE',
    percentBps: null,
    amount: 4550,
    status: 'APPROVED',
  });
  expect(totalWith(240_000, [fixed, fee], draft)).toBe(209_550);
  expect(totalWith(240_000, [], { ...draft, percent: '12.555' })).toBeNull();
  expect(totalWith(1000, [], { ...draft, type: 'DISCOUNT_FIXED', amount: '99' })).toBe(0);
});

test('a representative proposes a percentage, sees the resulting total and sends basis points', async () => {
  show('SALES_REP');
  expect(await screen.findByText('No discount or fee was proposed.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Propose adjustment' }));
  const dialog = await window();
  fill(dialog, /Percent/, '12.5');
  expect(dialog.getByRole('status').textContent).toBe('Total if approved: $2,400.00 → $2,100.00');
  fireEvent.click(dialog.getByRole('button', { name: 'Propose adjustment' }));
  expect(await dialog.findByText('Reason is required')).toBeTruthy();
  expect(requests).toEqual([]);
  fill(dialog, /What it is for/, 'Pilot');
  fill(dialog, /Reason/, 'First order');
  fireEvent.click(dialog.getByRole('button', { name: 'Propose adjustment' }));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toEqual({
    orderId: `order-${orders}`,
    adjustment: { type: 'DISCOUNT_PERCENT', percentBps: 1250, label: 'Pilot', reason: 'First order' },
  });
});

test('a refusal of the server is shown, and the input stays', async () => {
  refusalMessage = 'The invoice of this order is issued.';
  show('BILLING_MANAGER');
  fireEvent.click(await screen.findByRole('button', { name: 'Propose adjustment' }));
  const dialog = await window();
  fill(dialog, /Type/, 'FEE');
  fill(dialog, /Amount/, '45.50');
  fill(dialog, /What it is for/, 'Rush');
  fill(dialog, /Reason/, 'Asked for');
  fireEvent.click(dialog.getByRole('button', { name: 'Propose adjustment' }));
  expect(await dialog.findByText(refusalMessage)).toBeTruthy();
  expect(dialog.getByLabelText(/Amount/)).toHaveProperty('value', '45.50');
});

test('a proposal is declined only with a reason, with its effect in view', async () => {
  rows = [proposed()];
  show('SALES_LEADER');
  expect(await screen.findByText('12.50% off: $2,400.00 → $2,100.00')).toBeTruthy();
  expect(screen.getByText(/Proposed by Rae Rep/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Decide Pilot' }));
  const dialog = await window();
  expect(dialog.getByText('Total if approved: $2,400.00 → $2,100.00')).toBeTruthy();
  fireEvent.click(dialog.getByRole('radio', { name: 'Decline' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  fill(dialog, /Reason/, 'Not this year');
  fireEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]).toEqual({
    method: 'PATCH',
    path: '/api/lab/price-adjustments/adj-1',
    body: { decision: 'REJECTED', reason: 'Not this year' },
  });
});

test('the author of a proposal may withdraw but not decide it; a decided one names the decider', async () => {
  rows = [
    proposed({ acts: ['withdraw'] }),
    proposed({
      id: 'adj-2',
      label: 'Delay',
      status: 'REJECTED',
      decidedBy: 'Lee Leader',
      decidedAt: '2026-11-20T10:00:00.000Z',
      decisionReason: 'Too late',
      total: null,
      acts: [],
    }),
  ];
  show('SALES_REP');
  expect(await screen.findByText(/Declined by Lee Leader.*Too late/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Decide/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw Pilot' }));
  fireEvent.click((await window()).getByRole('button', { name: 'Withdraw' }));
  await vi.waitFor(() => expect(requests[0]?.path).toBe('/api/lab/price-adjustments/adj-1/withdraw'));
});

test('nothing is offered on a closed order, or to users who may not propose', async () => {
  show('CS_REP');
  expect(await screen.findByText('No discount or fee was proposed.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Propose adjustment' })).toBeNull();
  cleanup();
  show('SALES_LEADER', { status: 'COMPLETED' });
  expect(await screen.findByText('No discount or fee was proposed.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Propose adjustment' })).toBeNull();
  cleanup();
  expect(show('LAB_TECH').container.textContent).toBe('');
});

test('only billing charges an intake fee, and only for received material of a canceled order', async () => {
  const canceled = { status: 'CANCELED' as const, receivedAt: '2026-11-20T10:00:00.000Z' };
  const view = show('SALES_LEADER', canceled);
  expect(await screen.findByText('No discount or fee was proposed.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  view.unmount();
  show('BILLING_MANAGER', canceled);
  fireEvent.click(await screen.findByRole('button', { name: 'Charge intake fee' }));
  const dialog = await window();
  fill(dialog, /^Amount/, '45');
  fill(dialog, /^Reason/, 'Unpacked and stored.');
  fireEvent.click(dialog.getByRole('button', { name: 'Charge intake fee' }));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toMatchObject({
    adjustment: { type: 'FEE', amount: 4500, label: 'Intake fee', reason: 'Unpacked and stored.' },
  });
});

test('selected specimens get another price with a reason; users who may not set prices see no action', async () => {
  const specimens = [
    buildSpecimen({ id: 's-1', requisitionNumber: 'W-000105-001', salesPrice: 120_000 }),
    buildSpecimen({ id: 's-2', requisitionNumber: 'W-000105-002', salesPrice: 120_000 }),
  ];
  show('SALES_LEADER', { specimens });
  fireEvent.click(await screen.findByRole('button', { name: 'Change price of specimens' }));
  const dialog = await window();
  fireEvent.click(dialog.getByRole('button', { name: 'Change price of specimens' }));
  expect(await dialog.findByText('Choose at least one specimen.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('checkbox', { name: /W-000105-002/ }));
  fill(dialog, /New price of each/, '1100.50');
  fill(dialog, /Reason/, 'Agreed by phone.');
  fireEvent.click(dialog.getByRole('button', { name: 'Change price of specimens' }));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]).toMatchObject({
    method: 'POST',
    path: '/api/lab/price-adjustments/sales-price',
    body: { specimenIds: ['s-2'], salesPrice: 110_050, reason: 'Agreed by phone.' },
  });
  cleanup();
  const otherCases: readonly Parameters<typeof show>[] = [
    ['SALES_REP', { specimens }],
    ['SALES_LEADER', { specimens, status: 'DRAFT' }],
    ['SALES_LEADER', { specimens: [] }],
  ];
  for (const [role, over] of otherCases) {
    show(role, over);
    await screen.findByRole('button', { name: 'Propose adjustment' });
    expect(screen.queryByRole('button', { name: 'Change price of specimens' })).toBeNull();
    cleanup();
  }
});

test('a discount per specimen is entered with a draft; a submitted order and a free rework offer none', async () => {
  const buttonName = { name: 'Discount on each specimen' };
  show('SALES_REP', { status: 'DRAFT', discountPerSpecimen: 500 });
  expect(await screen.findByText(/^\$5\.00 off each specimen/)).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', buttonName));
  expect(screen.queryByText('No discount or fee was proposed.')).toBeNull();
  const dialog = await window();
  fill(dialog, /Taken off each specimen/, '12.345');
  fireEvent.click(dialog.getByRole('button', buttonName));
  expect(await dialog.findByText('Enter an amount in dollars and cents.')).toBeTruthy();
  fill(dialog, /Taken off each specimen/, '12.50');
  fill(dialog, /Reason/, 'A pilot');
  fireEvent.click(dialog.getByRole('button', buttonName));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]).toEqual({
    method: 'POST',
    path: '/api/lab/price-adjustments/specimen-discount',
    body: { orderId: `order-${orders}`, discountPerSpecimen: 1250, reason: 'A pilot' },
  });
  cleanup();
  for (const over of [{ status: 'ORDERED' }, { status: 'DRAFT', orderClassification: 'REWORK' }] as const) {
    show('SALES_REP', over);
    await screen.findByRole('button', { name: 'Propose adjustment' });
    expect(screen.queryByRole('button', buttonName)).toBeNull();
    cleanup();
  }
});
