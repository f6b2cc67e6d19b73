import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Invoice, invoice } from './invoice.ts';
import { invoiceLine } from './invoice-line.ts';
import type { DraftLine } from './invoice-lines.ts';

/** The totals of the lines of an invoice. */
export interface LineSums {
  subtotal: number;
  adjustmentTotal: number;
  total: number;
}

/** Replace the lines and totals of an invoice that is not issued yet. */
export async function writeLines(
  tx: Transaction,
  context: OperationContext,
  invoiceId: string,
  { subtotal, adjustmentTotal, total }: LineSums,
  lines: readonly DraftLine[],
): Promise<Invoice> {
  for (const old of await tx.find(invoiceLine, { invoiceId }))
    await tx.patch(invoiceLine, old.id, { deleted: true });
  for (const line of lines) await tx.insert(invoiceLine, { id: context.newId(), invoiceId, ...line });
  return tx.patch(invoice, invoiceId, { subtotal, adjustmentTotal, totalDue: total });
}
