import type { Payment } from '#db/billing/payments/payment.ts';
import { order } from '#db/ordering/orders/order.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Invoice, invoice } from './invoice.ts';
import type { InvoiceStatus } from './invoice-status.ts';

export type PaymentRow = Pick<
  Payment,
  'id' | 'kind' | 'amount' | 'disputedAmount' | 'status' | 'attempt' | 'createdAt' | 'deleted'
>;

/**
 * The paid amount of an invoice, its balance (negative when too much was paid), and the status that follows.
 */
export interface InvoiceBalance {
  amountPaid: number;
  balance: number;
  status: InvoiceStatus;
}

/** An invoice whose payments are summed, on the lab's `today`. */
export interface InvoiceBalanceInput {
  invoice: Pick<Invoice, 'totalDue' | 'issuedAt' | 'dueDate'>;
  payments: readonly PaymentRow[];
  today: string;
}

/**
 * Return the amount that one payment counts: all of it once received; while a dispute is open or lost, the
 * rest.
 */
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

/** Return the received amount: payments that succeeded, less refunds. */
export const amountPaid = (payments: readonly PaymentRow[]): number =>
  payments.reduce((sum, one) => sum + countedAmount(one), 0);

/** Return the part of it that is money: credits were never received. */
export const moneyPaid = (payments: readonly PaymentRow[]): number =>
  amountPaid(payments.filter(({ kind }) => kind !== 'WRITE_OFF'));

const byAttempt = (a: PaymentRow, b: PaymentRow): number =>
  a.attempt - b.attempt ||
  (a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1);

/** Return the payment attempts: refunds are not attempts, and a canceled attempt does not count. */
const attemptsOf = (payments: readonly PaymentRow[]): PaymentRow[] =>
  payments
    .filter(({ kind, status, deleted }) => !deleted && kind !== 'REFUND' && status !== 'CANCELED')
    .sort(byAttempt);

/**
 * Compute the paid amount, balance and status of an invoice after any change of its payments (domain 8.5).
 */
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

/** Least advanced first: the status that an order with several invoices shows. */
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
 * Return the payment status of an order with these invoices: the least advanced of the open ones, otherwise
 * that of the newest. An order without an invoice is PENDING.
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

/** Sync the payment status of an order with its invoices; an order without an invoice is not changed. */
export async function syncOrderPaymentStatus(tx: Transaction, orderId: string): Promise<void> {
  const invoices = await tx.find(invoice, { orderId });
  const row = await tx.get(order, orderId);
  if (!row || invoices.length === 0) return;
  const paymentStatus = orderPaymentStatus(invoices);
  if (row.paymentStatus !== paymentStatus) await tx.patch(order, orderId, { paymentStatus });
}
