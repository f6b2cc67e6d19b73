import { z } from 'zod';
import type { Order } from '#db/ordering/order.ts';
import type { Invoice } from './invoice.ts';
import { countedAmount, moneyPaid } from './invoice-balance.ts';
import type { Payment } from './payment.ts';
import { waitingRefunds } from './waiting-refunds.ts';

/** What has become of what an order was to cost, in cents; none is negative. */
export const OrderBill = z.object({
  /** Of its total what is not charged after all, because specimens were canceled or the lab was at fault (domain 8.4). */
  notCharged: z.number(),
  /** What came in, whatever went back of it since. */
  paid: z.number(),
  refunded: z.number(),
  /** What is asked to be given back and has not gone yet. */
  toRefund: z.number(),
  /** What is still owed on its issued invoices. */
  due: z.number(),
});
export type OrderBill = z.infer<typeof OrderBill>;

interface Billed {
  row: Pick<Order, 'status' | 'total'>;
  invoices: readonly Pick<Invoice, 'id' | 'status' | 'totalDue' | 'amountPaid' | 'issuedAt'>[];
  payments: readonly Payment[];
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** What of an invoice stays charged: what is kept of what came, and what is still owed. */
const chargedOn = (
  { totalDue, amountPaid, issuedAt }: Billed['invoices'][number],
  payments: readonly Payment[],
): number =>
  issuedAt === null
    ? totalDue
    : moneyPaid(payments) + waitingRefunds(payments) + Math.max(0, totalDue - amountPaid);

/**
 * How the money of an order stands. What an issued invoice charges never changes; what specimens cost that are not charged
 * after all is taken off it by rows of its own, and of an order that was canceled nothing is charged but what is kept or owed.
 */
export function orderBill({ row, invoices, payments }: Billed): OrderBill {
  const open = invoices.filter(({ status }) => status !== 'VOID' && status !== 'CANCELED');
  const of = (id: string) => payments.filter(({ invoiceId }) => invoiceId === id);
  const still = open.flatMap(({ id }) => of(id));
  const off = (specimens: boolean): number =>
    sum(
      still
        .filter(({ kind, specimenIds }) => kind === 'WRITE_OFF' && (specimenIds !== null) === specimens)
        .map(countedAmount),
    );
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
