import { judgedSpecimens } from '#db/billing/billed-specimens.ts';
import type { DraftLine } from '#db/billing/invoice-lines.ts';
import type { Totals } from '#db/billing/order-totals.ts';
import { rewriteDrafts } from '#db/billing/rewrite-drafts.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Order } from './order.ts';

/**
 * Works out the totals of an order anew at its own frozen prices, with its adjustments and the invoices that are not
 * issued yet. Specimens that are still to be named count at the price of one.
 */
export async function repriceOrder(
  tx: Transaction,
  context: OperationContext,
  row: Order,
): Promise<{ totals: Totals; lines: readonly DraftLine[]; owed: number }> {
  const specimens = await judgedSpecimens(tx, row, 'STANDARD');
  const named = specimens.filter(({ status }) => status !== 'CANCELED').length;
  const salesPrice = row.pricePerSpecimen - row.discountPerSpecimen;
  const missing = Math.max(0, row.projectedSpecimenCount - named);
  return rewriteDrafts(tx, context, row, [
    ...specimens.filter(({ billability }) => billability !== 'NOT_BILLABLE'),
    ...Array.from({ length: missing }, () => ({ id: '', salesPrice })),
  ]);
}
