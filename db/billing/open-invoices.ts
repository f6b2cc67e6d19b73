import type { Transaction } from '#db/transaction.ts';
import { type Invoice, invoice } from './invoice.ts';

/** Return the open invoices of an order: neither canceled nor void, the oldest first. */
export async function openInvoices(tx: Transaction, orderId: string): Promise<Invoice[]> {
  const rows = await tx.find(invoice, { orderId });
  return rows.filter(({ status }) => status !== 'CANCELED' && status !== 'VOID');
}
