import { order } from '#db/ordering/order.ts';
import type { Transaction } from '#db/transaction.ts';
import { invoice } from './invoice.ts';
import { orderPaymentStatus } from './invoice-balance.ts';

/** Sync the payment status of an order with its invoices; an order without an invoice is not changed. */
export async function syncOrderPaymentStatus(tx: Transaction, orderId: string): Promise<void> {
  const invoices = await tx.find(invoice, { orderId });
  const row = await tx.get(order, orderId);
  if (!row || invoices.length === 0) return;
  const paymentStatus = orderPaymentStatus(invoices);
  if (row.paymentStatus !== paymentStatus) await tx.patch(order, orderId, { paymentStatus });
}
