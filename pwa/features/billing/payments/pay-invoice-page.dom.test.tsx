import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { buildPayment, buildShownInvoice } from '#db/factories/build-billing.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { PayInvoicePage } from './pay-invoice-page.tsx';

let amountPaid = 0;
const payable = (): ShownInvoice =>
  buildShownInvoice(
    { amountPaid, status: amountPaid > 0 ? 'PARTIALLY_PAID' : 'BILLED' },
    { actions: ['pay'] },
  );
let invoiceView = payable;
const intent = { clientSecret: 's', paymentIntentId: `pi_sim_${'0'.repeat(24)}`, amount: 10_000 };
beforeEach(() => {
  intent.amount = 10_000;
});
const answerTo = (path: string): object => {
  if (path.startsWith('/api/invoices')) return invoiceView();
  return path.endsWith('/confirm') ? { status: 'succeeded', failureCode: null } : intent;
};

beforeEach(() => {
  amountPaid = 0;
  invoiceView = payable;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('fetch', async (path: string) => Response.json(answerTo(path)));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = (id = 'invoice-1') =>
  renderInRouter(
    <OnlineQueries>
      <PayInvoicePage
        key={id}
        id={id}
        above={{ label: 'Invoices', to: '/invoices' }}
        lines={({ lines }) => <p>{`${lines.length} lines`}</p>}
      />
    </OnlineQueries>,
  );
const amountField = () => screen.queryByLabelText(/^Amount/);
const typed = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function enterCard(button: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: `${button} by card` }));
  await screen.findByLabelText(/Card number/);
  typed(/Card number/, '4242 4242 4242 4242');
  typed(/Expiration date/, '12 / 30');
  typed(/Security code/, '123');
  fireEvent.click(screen.getByRole('button', { name: button }));
  await screen.findByText('Processing');
}

test('too small an amount is reported once; a sent amount is fixed, and then the rest is due', async () => {
  open();
  fireEvent.click(await screen.findByText('A part'));
  typed(/^Amount/, '0.20');
  expect(screen.getAllByText('Pay at least $0.50.')).toHaveLength(1);
  expect(screen.getByRole('button', { name: /by card/ })).toHaveProperty('disabled', true);
  typed(/^Amount/, '100');
  await enterCard('Pay $100.00');
  await vi.waitFor(() => expect(amountField()).toBeNull());
  amountPaid = 10_000;
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await screen.findByText('$100.00 paid. $900.00 is still due.')).toBeTruthy();
  expect(amountField()).toBeNull();
  expect(screen.getByRole('button', { name: 'Pay $900.00 by card' })).toBeTruthy();
});

test('an invoice that cannot be paid here shows its number, its lines and the reason', async () => {
  const cases: readonly [Parameters<typeof buildShownInvoice>[0], string][] = [
    [{ status: 'PAID_IN_FULL', amountPaid: 100_000 }, 'This invoice is paid in full.'],
    [
      { status: 'AWAITING_BILLING', issuedAt: null, invoiceNumber: 'DRAFT-W-000123' },
      'This invoice is not issued yet. Payment opens when it is issued.',
    ],
    [{ status: 'VOID' }, 'This invoice is “Void”. No payment is due.'],
  ];
  for (const [over, message] of cases) {
    // Queries are cached between tests, so each test has its own invoice.
    const one = buildShownInvoice({ ...over, id: `invoice-${over?.status}` });
    invoiceView = () => one;
    const { unmount } = open(one.invoice.id);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(one.invoice.invoiceNumber);
    expect(screen.getByText('0 lines')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /by card/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'PDF' }) !== null).toBe(one.invoice.issuedAt !== null);
    unmount();
  }
});

test('a failed payment shows its reason instead of waiting; an earlier failure is not its result', async () => {
  const failedWith = (failureCode: string, version: number) => ({
    ...buildPayment({
      id: 'payment-1',
      kind: 'CARD',
      status: 'FAILED',
      failureCode,
      version,
      disputedAmount: failureCode === 'charge_disputed' ? 100_000 : null,
    }),
    recordedByName: null,
    refundable: 0,
  });
  intent.amount = 100_000;
  let payments = [failedWith('card_declined', 2)];
  invoiceView = () => ({ ...payable(), payments });
  open('invoice-disputed');
  await enterCard('Pay $1,000.00');
  await vi.advanceTimersByTimeAsync(2_500);
  expect(screen.getByText('Processing')).toBeTruthy();
  payments = [failedWith('charge_disputed', 3)];
  const failed = buildShownInvoice({ status: 'FAILED' }, { actions: ['pay'] });
  invoiceView = () => ({ ...failed, payments });
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await screen.findByText(/^The payment was disputed by the owner of the card/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again: pay $1,000.00' })).toBeTruthy();
});
