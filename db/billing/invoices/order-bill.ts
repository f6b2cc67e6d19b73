import { z } from 'zod';
import { isCredit, type Payment } from '#db/billing/payments/payment.ts';
import { waitingRefunds } from '#db/billing/payments/waiting-refunds.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import type { Invoice } from './invoice.ts';
import { countedAmount, moneyPaid } from './invoice-balance.ts';

/** How the cost of an order is divided, in cents; no amount is negative. */
export const OrderBill = z.object({
  /**
   * The part of its total that is not charged, because specimens were canceled or the lab was at fault
   * (domain 8.4).
   */
  notCharged: z.number(),
  /** The received amount, including what was refunded since. */
  paid: z.number(),
  refunded: z.number(),
  /** Requested refunds that are not done yet. */
  toRefund: z.number(),
  /** The balance of its issued invoices. */
  due: z.number(),
});
export type OrderBill = z.infer<typeof OrderBill>;

interface Billed {
  row: Pick<Order, 'status' | 'total'>;
  invoices: readonly Pick<Invoice, 'id' | 'status' | 'totalDue' | 'amountPaid' | 'issuedAt'>[];
  payments: readonly Payment[];
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** Return the part of an invoice that stays charged: received money that is kept, and the balance. */
const chargedOn = (
  { totalDue, amountPaid, issuedAt }: Billed['invoices'][number],
  payments: readonly Payment[],
): number =>
  issuedAt === null
    ? totalDue
    : moneyPaid(payments) + waitingRefunds(payments) + Math.max(0, totalDue - amountPaid);

/**
 * Compute how the cost of an order is divided. The amounts of an issued invoice never change; uncharged
 * specimens are credited by rows of their own, and a canceled order is charged only what is kept or owed.
 */
export function orderBill({ row, invoices, payments }: Billed): OrderBill {
  const open = invoices.filter(({ status }) => status !== 'VOID' && status !== 'CANCELED');
  const of = (id: string) => payments.filter(({ invoiceId }) => invoiceId === id);
  const still = open.flatMap(({ id }) => of(id));
  const off = (credits: boolean): number =>
    sum(still.filter((one) => one.kind === 'WRITE_OFF' && isCredit(one) === credits).map(countedAmount));
  const charged = sum(open.map((one) => chargedOn(one, of(one.id))));
  const back = payments.filter(({ kind }) => kind === 'REFUND');
  const incomingPayments = payments.filter(({ kind }) => kind !== 'REFUND' && kind !== 'WRITE_OFF');
  return {
    notCharged: row.status === 'CANCELED' ? Math.max(0, row.total - charged - off(false)) : off(true),
    paid: sum(incomingPayments.map(countedAmount)),
    refunded: 0 - sum(back.map(countedAmount)),
    toRefund: 0 - waitingRefunds(payments),
    due: sum(
      open.map(({ issuedAt, totalDue, amountPaid }) =>
        issuedAt === null ? 0 : Math.max(0, totalDue - amountPaid),
      ),
    ),
  };
}
