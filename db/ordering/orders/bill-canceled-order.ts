import { batch } from '#db/batches/batch.ts';
import { billabilityOf } from '#db/billing/invoices/billed-specimens.ts';
import { cancelBilling } from '#db/billing/invoices/cancel-billing.ts';
import { changeInvoiceStatus, readyToBill } from '#db/billing/invoices/change-invoice-status.ts';
import { takeOffBill } from '#db/billing/invoices/credit-uncharged-specimens.ts';
import { invoiceLine, openInvoices } from '#db/billing/invoices/invoice.ts';
import { syncOrderPaymentStatus } from '#db/billing/invoices/invoice-balance.ts';
import { owedByOrderer } from '#db/billing/invoices/payer-of.ts';
import { rewriteDrafts } from '#db/billing/invoices/rewrite-drafts.ts';
import { isCredit, payment } from '#db/billing/payments/payment.ts';
import type { OperationContext } from '#db/operation.ts';
import { sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Order, order } from './order.ts';

/** Return the specimens with material in a batch that was started. */
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

/**
 * Decide for every specimen of a canceled order whether it is charged (domain 8.4), and store the decision in
 * its row.
 */
async function judgeSpecimens(tx: Transaction, row: Order): Promise<Specimen[]> {
  const specimens = await tx.find(specimen, { orderId: row.id });
  if (specimens.length === 0) return [];
  const started = await startedSpecimens(tx, specimens);
  const { orderClassification } = row;
  const updatedSpecimens: Specimen[] = [];
  for (const one of specimens) {
    const facts = { ...one, orderClassification, batchStarted: started.has(one.id) };
    const billable = billabilityOf(facts) === 'BILLABLE';
    updatedSpecimens.push(one.billable === billable ? one : await tx.patch(specimen, one.id, { billable }));
  }
  return updatedSpecimens;
}

/**
 * Recompute invoices that are not issued yet, each draft with its own specimens; one without specimens is
 * canceled.
 */
async function recountDrafts(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  billable: readonly Specimen[],
  reason: string,
): Promise<void> {
  await rewriteDrafts(tx, context, row, billable);
  const drafts = (await openInvoices(tx, row.id)).filter(({ issuedAt }) => issuedAt === null);
  for (const draft of drafts) {
    const lines = await tx.find(invoiceLine, { invoiceId: draft.id });
    if (!lines.some(({ kind }) => kind === 'SPECIMENS'))
      await changeInvoiceStatus(tx, context, draft, 'CANCELED', { reason });
  }
}

/** Return the total of a canceled order: what its organization is billed, less credits on issued invoices. */
async function billedTotals(
  tx: Transaction,
  row: Order,
  specimens: readonly Specimen[],
): Promise<Pick<Order, 'subtotal' | 'total'>> {
  const bills = await openInvoices(tx, row.id);
  const payments = await tx.find(payment, { invoiceId: bills.map(({ id }) => id) });
  const billed = bills.reduce((sum, { totalDue }) => sum + totalDue, 0);
  const takenOff = payments
    .filter((one) => one.kind === 'WRITE_OFF' && one.status === 'SUCCEEDED' && isCredit(one))
    .reduce((sum, { amount }) => sum + amount, 0);
  return {
    subtotal: specimens
      .filter(({ billable }) => billable)
      .reduce((sum, { salesPrice }) => sum + salesPrice, 0),
    total: await owedByOrderer(tx, row, Math.max(0, billed - takenOff)),
  };
}

/**
 * Compute the remaining cost of a canceled order (domain 8.4): work that had begun is billed unless the lab
 * is at fault, the rest is not, and payments for the rest are refunded.
 */
export async function billCanceledOrder(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  reason: string,
): Promise<void> {
  const specimens = await judgeSpecimens(tx, row);
  if (!specimens.some(({ billable }) => billable)) return cancelBilling(tx, context, row, reason);
  const uncharged = specimens.filter(({ billable }) => !billable);
  for (const one of await openInvoices(tx, row.id))
    if (one.issuedAt !== null) await takeOffBill(tx, context, one, uncharged);
  await recountDrafts(
    tx,
    context,
    row,
    specimens.filter(({ billable }) => billable),
    reason,
  );
  await readyToBill(tx, context, row.id);
  await tx.patch(order, row.id, await billedTotals(tx, row, specimens));
  await syncOrderPaymentStatus(tx, row.id);
}
