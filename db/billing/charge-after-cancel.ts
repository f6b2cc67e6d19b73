import type { OperationContext } from '#db/operation.ts';
import type { Order } from '#db/ordering/order.ts';
import { company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import { judgedSpecimens } from './billed-specimens.ts';
import { changeInvoiceStatus } from './change-invoice-status.ts';
import type { DraftLine } from './invoice-lines.ts';
import { openInvoice } from './open-invoice.ts';
import { openInvoices } from './open-invoices.ts';
import { rewriteDrafts } from './rewrite-drafts.ts';
import { syncOrderPaymentStatus } from './sync-order-payment-status.ts';

const sumOf = (lines: readonly DraftLine[], kind: DraftLine['kind']): number =>
  lines.filter((line) => line.kind === kind).reduce((sum, { amount }) => sum + amount, 0);

/**
 * Add a fee charged after a cancellation to an invoice: to the draft of the work that is still charged, or to
 * a new draft.
 */
export async function chargeAfterCancel(
  tx: Transaction,
  context: OperationContext,
  row: Order,
): Promise<number> {
  const judgedRows = await judgedSpecimens(tx, row, row.orderClassification);
  const billed = judgedRows.filter(({ billability }) => billability === 'BILLABLE');
  const { totals, lines, amountOwed } = await rewriteDrafts(tx, context, row, billed);
  const drafts = (await openInvoices(tx, row.id)).filter(
    ({ issuedAt, correctsInvoiceId }) => issuedAt === null && correctsInvoiceId === null,
  );
  const owner = await tx.get(company, row.companyId);
  if (drafts.length === 0 && owner) {
    const [subtotal, adjustmentTotal] = [sumOf(lines, 'SPECIMENS'), sumOf(lines, 'ADJUSTMENT')];
    const bill = {
      totals: { ...totals, subtotal, adjustmentTotal, total: subtotal + adjustmentTotal },
      lines,
    };
    const newInvoice = await openInvoice(tx, context, row, owner, bill);
    const served = await changeInvoiceStatus(tx, context, newInvoice, 'SERVICE_IN_PROGRESS');
    await changeInvoiceStatus(tx, context, served, 'AWAITING_BILLING');
  }
  await syncOrderPaymentStatus(tx, row.id);
  return amountOwed;
}
