import type { OperationContext } from '#db/operation.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeInvoiceStatus } from './change-invoice-status.ts';
import { openInvoices } from './invoice.ts';
import { syncOrderPaymentStatus } from './invoice-balance.ts';
import { type DraftLine, openInvoice } from './open-invoice.ts';
import type { Totals } from './order-totals.ts';

const sumOf = (lines: readonly DraftLine[], kind: DraftLine['kind']): number =>
  lines.filter((line) => line.kind === kind).reduce((sum, { amount }) => sum + amount, 0);

/**
 * Bill the lines that no invoice of an order has, after its drafts were rewritten: a draft has taken them, or
 * a new invoice that is ready to issue does.
 */
export async function billRest(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  { totals, lines }: { totals: Totals; lines: readonly DraftLine[] },
): Promise<void> {
  const drafts = (await openInvoices(tx, row.id)).filter(
    ({ issuedAt, correctsInvoiceId }) => issuedAt === null && correctsInvoiceId === null,
  );
  const owner = await tx.get(company, row.companyId);
  if (drafts.length === 0 && lines.length > 0 && owner) {
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
}
