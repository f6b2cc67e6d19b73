import { judgedSpecimens } from '#db/billing/billed-specimens.ts';
import { invoiceLine } from '#db/billing/invoice-line.ts';
import { openInvoices } from '#db/billing/open-invoices.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Order } from './order.ts';
import { repriceOrder } from './reprice-order.ts';

/**
 * Remove uncharged specimens from the unissued invoices of an order, and from its total; writes nothing when
 * none of them is on one.
 */
export async function recountOrder(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  const drafts = (await openInvoices(tx, row.id)).filter(({ issuedAt }) => issuedAt === null);
  if (drafts.length === 0) return;
  const lines = await tx.find(invoiceLine, { invoiceId: drafts.map(({ id }) => id) });
  const judgedRows = await judgedSpecimens(tx, row, 'STANDARD');
  const charged = new Set(
    judgedRows.filter(({ billability }) => billability !== 'NOT_BILLABLE').map(({ id }) => id),
  );
  if (lines.every(({ specimenIds }) => specimenIds.every((id) => charged.has(id)))) return;
  await repriceOrder(tx, context, row);
}
