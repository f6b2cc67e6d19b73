import { batch } from '#db/batches/batch.ts';
import { cancelBilling } from '#db/billing/cancel-billing.ts';
import { changeInvoiceStatus } from '#db/billing/change-invoice-status.ts';
import { type Invoice, invoice } from '#db/billing/invoice.ts';
import { invoiceLine } from '#db/billing/invoice-line.ts';
import { invoiceLines } from '#db/billing/invoice-lines.ts';
import { billabilityOf } from '#db/billing/is-billable.ts';
import { openInvoices } from '#db/billing/open-invoices.ts';
import { owedByOrderer } from '#db/billing/payer-of.ts';
import { priceAdjustment } from '#db/billing/price-adjustment.ts';
import { readyToBill } from '#db/billing/ready-to-bill.ts';
import { standOfOrder } from '#db/billing/stand-of-order.ts';
import { takeOffBill } from '#db/billing/take-off-bill.ts';
import type { OperationContext } from '#db/operation.ts';
import { sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Order, order } from './order.ts';
import { service } from './service.ts';

/** The specimens of which something went into a batch that was started. */
async function startedSpecimens(tx: Transaction, specimens: readonly Specimen[]): Promise<Set<string>> {
  const samples = await tx.find(sample, { specimenId: specimens.map(({ id }) => id) });
  const ids = [...new Set(samples.flatMap(({ batchId }) => batchId ?? []))].sort();
  const batches = ids.length === 0 ? [] : await tx.find(batch, { id: ids });
  const started = new Set(batches.filter(({ startedAt }) => startedAt !== null).map(({ id }) => id));
  return new Set(
    samples.flatMap(({ batchId, specimenId }) =>
      specimenId !== null && batchId !== null && started.has(batchId) ? [specimenId] : [],
    ),
  );
}

/** Says of every specimen of a canceled order whether it is paid for (domain 8.4), and keeps it on the row. */
async function judgeSpecimens(tx: Transaction, row: Order): Promise<Specimen[]> {
  const specimens = await tx.find(specimen, { orderId: row.id });
  if (specimens.length === 0) return [];
  const started = await startedSpecimens(tx, specimens);
  const { orderClassification } = row;
  const judged: Specimen[] = [];
  for (const one of specimens) {
    const facts = { ...one, orderClassification, batchStarted: started.has(one.id) };
    const billable = billabilityOf(facts) === 'BILLABLE';
    judged.push(one.billable === billable ? one : await tx.patch(specimen, one.id, { billable }));
  }
  return judged;
}

async function rewriteDraft(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  draft: Invoice,
  billed: readonly Specimen[],
): Promise<void> {
  const [sold] = await tx.find(service, { protocolId: row.protocolId });
  const adjustments = await tx.find(priceAdjustment, { orderId: row.id });
  const { totals, lines } = invoiceLines(sold?.name ?? 'Sequencing', billed, adjustments);
  for (const { id, computedAmount } of totals.adjustments)
    await tx.patch(priceAdjustment, id, { computedAmount });
  for (const old of await tx.find(invoiceLine, { invoiceId: draft.id }))
    await tx.patch(invoiceLine, old.id, { deleted: true });
  for (const line of lines)
    await tx.insert(invoiceLine, { id: context.newId(), invoiceId: draft.id, ...line });
  await tx.patch(invoice, draft.id, {
    subtotal: totals.subtotal,
    adjustmentTotal: totals.adjustmentTotal,
    totalDue: totals.total,
  });
  const total = await owedByOrderer(tx, row, totals.total);
  await tx.patch(order, row.id, { subtotal: totals.subtotal, total });
}

/**
 * Works out what a canceled order still costs (domain 8.4): work that had begun is billed unless the lab is at fault, the
 * rest is not, and what was paid for the rest is asked back.
 */
export async function billCanceledOrder(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  reason: string,
): Promise<void> {
  const specimens = await judgeSpecimens(tx, row);
  if (!specimens.some(({ billable }) => billable)) return cancelBilling(tx, context, row, reason);
  const covered = new Set<string>();
  const invoices = await openInvoices(tx, row.id);
  for (const one of invoices.filter(({ issuedAt }) => issuedAt !== null)) {
    const lines = await tx.find(invoiceLine, { invoiceId: one.id });
    const ids = new Set(lines.flatMap(({ specimenIds }) => specimenIds));
    for (const id of ids) covered.add(id);
    const uncharged = specimens.filter(({ billable }) => !billable);
    await takeOffBill(tx, context, one, uncharged);
  }
  const draft = invoices.find(({ issuedAt }) => issuedAt === null);
  const rest = specimens.filter(({ id, billable }) => billable && !covered.has(id));
  if (draft && rest.length > 0) await rewriteDraft(tx, context, row, draft, rest);
  else if (draft) await changeInvoiceStatus(tx, context, draft, 'CANCELED', { reason });
  await readyToBill(tx, context, row.id);
  await standOfOrder(tx, row.id);
}
