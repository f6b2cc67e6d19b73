import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildPayment, buildShownInvoice } from '#db/factories/build-billing.ts';
import {
  type BillingServer,
  fill,
  openWindow,
  press,
  stubBillingServer,
} from '#pwa/testing/billing-window.tsx';
import { ActionDialog } from './invoice-action-dialog.tsx';

vi.mock('#pwa/replica/session/session.ts', () => ({
  useSession: () => ({ session: { labTimezone: 'America/New_York', user: { role: 'BILLING_MANAGER' } } }),
}));

let server: BillingServer;
const after = vi.fn();
beforeEach(() => {
  server = stubBillingServer();
  after.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

const buildPaidInvoice = (kind: 'CARD' | 'CHECK') =>
  buildShownInvoice(
    { amountPaid: 100_000, status: 'PAID_IN_FULL' },
    {
      payments: [{ ...buildPayment({ id: 'payment-1', kind }), recordedByName: null, refundable: 100_000 }],
    },
  );
const show = (invoiceView = buildShownInvoice()) =>
  openWindow(
    <ActionDialog
      invoiceView={invoiceView}
      request={{ name: 'credit', payment: null }}
      open
      onClose={vi.fn()}
      onDone={after}
    />,
  );
const resultOf = async (dialog: Awaited<ReturnType<typeof show>>) =>
  (await dialog.findByRole('region', { name: 'Result' })).textContent;

test('the dialog shows credit, refund and balance before the credit note is issued', async () => {
  const dialog = await show(buildPaidInvoice('CARD'));
  fill(dialog, /Credit/, '250');
  expect(await resultOf(dialog)).toMatch(
    /Balance now\$0\.00.*[−-]\$250\.00.*Refund, card\$250\.00.*Balance after\$0\.00/,
  );
  expect(dialog.queryByLabelText(/Check or transfer/)).toBeNull();
  press(dialog, 'Issue credit note');
  expect(await dialog.findByText('A reason is required.')).toBeTruthy();
  fill(dialog, /Reason/, 'One specimen was billed twice');
  press(dialog, 'Issue credit note');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(server.requests[0]).toEqual({
    path: '/api/billing/invoice/invoice-1/credit',
    body: { amount: 25_000, reason: 'One specimen was billed twice', reference: null, seenRefund: 25_000 },
  });
});

test('the refund of a check is recorded with its number when it is given at once', async () => {
  const dialog = await show(buildPaidInvoice('CHECK'));
  fill(dialog, /Check or transfer/, 'CH-88');
  fill(dialog, /Reason/, 'Wrong price');
  press(dialog, 'Issue credit note');
  await vi.waitFor(() => expect(after).toHaveBeenCalled());
  expect(server.requests[0]?.body).toMatchObject({
    amount: 100_000,
    reference: 'CH-88',
    seenRefund: 100_000,
  });
});

test('no more than the invoice can be credited, and an unpaid invoice refunds nothing', async () => {
  const dialog = await show();
  expect(await resultOf(dialog)).toMatch(/RefundNone/);
  fill(dialog, /Credit/, '1000.01');
  fill(dialog, /Reason/, 'Too much');
  press(dialog, 'Issue credit note');
  expect(await dialog.findByText('More than can be credited.')).toBeTruthy();
  expect(server.requests).toEqual([]);
});
