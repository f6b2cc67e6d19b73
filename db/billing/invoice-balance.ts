import type { Invoice } from './invoice.ts';
import type { InvoiceStatus } from './invoice-status.ts';
import type { Payment } from './payment.ts';

export type PaymentRow = Pick<
  Payment,
  'id' | 'kind' | 'amount' | 'disputedAmount' | 'status' | 'attempt' | 'createdAt' | 'deleted'
>;

/** What has been paid for an invoice, what is still due (negative when too much was paid), and the status that follows. */
export interface InvoiceBalance {
  amountPaid: number;
  balance: number;
  status: InvoiceStatus;
}

/** An invoice whose payments are looked at, on the lab's `today`. */
export interface InvoiceBalanceInput {
  invoice: Pick<Invoice, 'totalDue' | 'issuedAt' | 'dueDate'>;
  payments: readonly PaymentRow[];
  today: string;
}

/** What one payment counts: all of it once it came; while a dispute of it is open or lost, what that leaves. */
export function countedAmount({
  amount,
  disputedAmount,
  status,
  deleted,
}: Pick<PaymentRow, 'amount' | 'disputedAmount' | 'status' | 'deleted'>): number {
  if (deleted) return 0;
  if (status === 'SUCCEEDED') return amount;
  return status === 'FAILED' && disputedAmount !== null ? amount - disputedAmount : 0;
}

/** What came in: payments that succeeded, less what went back. */
export const amountPaid = (payments: readonly PaymentRow[]): number =>
  payments.reduce((sum, one) => sum + countedAmount(one), 0);

/** Of that what is money: what was taken off a bill was never there. */
export const moneyPaid = (payments: readonly PaymentRow[]): number =>
  amountPaid(payments.filter(({ kind }) => kind !== 'WRITE_OFF'));

const byAttempt = (a: PaymentRow, b: PaymentRow): number =>
  a.attempt - b.attempt ||
  (a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1);

/** Refunds are not attempts to pay; a canceled attempt is as if it had never been. */
const attemptsOf = (payments: readonly PaymentRow[]): PaymentRow[] =>
  payments
    .filter(({ kind, status, deleted }) => !deleted && kind !== 'REFUND' && status !== 'CANCELED')
    .sort(byAttempt);

/** How an invoice stands after any change of its payments (domain 8.5). */
export function calculateInvoiceBalance({ invoice, payments, today }: InvoiceBalanceInput): InvoiceBalance {
  const paidAmount = amountPaid(payments);
  const attempts = attemptsOf(payments);
  const latestFailed = attempts.at(-1)?.status === 'FAILED';
  return {
    amountPaid: paidAmount,
    balance: invoice.totalDue - paidAmount,
    status: statusOf(),
  };

  function statusOf(): InvoiceStatus {
    if (attempts.some(({ status }) => status === 'PROCESSING')) return 'PROCESSING';
    if (paidAmount >= invoice.totalDue) return 'PAID_IN_FULL';
    if (paidAmount > 0) return latestFailed ? 'PARTIALLY_FAILED' : 'PARTIALLY_PAID';
    if (latestFailed) return 'FAILED';
    const notYetDue = invoice.issuedAt !== null && invoice.dueDate !== null && today <= invoice.dueDate;
    const beingPaid = attempts.some(({ status }) => status === 'PENDING');
    return notYetDue && !beingPaid ? 'BILLED' : 'AWAITING_PAYMENT';
  }
}

/** Least advanced first: what an order with several invoices shows. */
const LEAST_ADVANCED: readonly InvoiceStatus[] = [
  'FAILED',
  'PARTIALLY_FAILED',
  'AWAITING_PAYMENT',
  'BILLED',
  'PARTIALLY_PAID',
  'PROCESSING',
  'AWAITING_BILLING',
  'SERVICE_IN_PROGRESS',
  'PENDING',
  'PAID_IN_FULL',
];

/**
 * The payment status of an order with these invoices: the least advanced of those that are open, else that of the newest.
 * An order without an invoice is PENDING.
 */
export function orderPaymentStatus(
  invoices: readonly Pick<Invoice, 'id' | 'status' | 'createdAt' | 'deleted'>[],
): InvoiceStatus {
  const activeInvoices = invoices.filter(({ deleted }) => !deleted);
  const open = LEAST_ADVANCED.find((status) => activeInvoices.some((one) => one.status === status));
  if (open) return open;
  const [newest] = [...activeInvoices].sort((a, b) =>
    `${a.createdAt}${a.id}` < `${b.createdAt}${b.id}` ? 1 : -1,
  );
  return newest?.status ?? 'PENDING';
}
