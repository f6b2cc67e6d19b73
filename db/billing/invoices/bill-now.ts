import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { openOrder } from '#db/ordering/orders/order-access-scope.ts';
import type { Company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { type JudgedSpecimen, judgedSpecimens } from './billed-specimens.ts';
import { changeInvoiceStatus, readyToBill } from './change-invoice-status.ts';
import { type Invoice, invoice, invoiceLine, openInvoices } from './invoice.ts';
import { syncOrderPaymentStatus } from './invoice-balance.ts';
import { BillNowForm, PaymentStatusForm } from './invoice-form.ts';
import { invoiceLines, openInvoice } from './open-invoice.ts';
import { draftsOf, issuedOf, rewriteDrafts, writeLines } from './rewrite-drafts.ts';

/**
 * Mark an order with completed work as waiting to be billed; all other payment statuses follow from its
 * invoices and their payments (domain 4.6).
 */
export const markReadyToBill = defineOperation({
  name: 'mark-ready-to-bill',
  version: 1,
  kind: 'intent',
  title: 'Ready to be billed',
  grant: 'lab/orders/update/status/payment:update',
  args: PaymentStatusForm.extend({ orderId: Id }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId }, context) {
    const { row } = await openOrder(tx, context, orderId);
    const inService = (await openInvoices(tx, orderId)).some(
      ({ status }) => status === 'SERVICE_IN_PROGRESS',
    );
    if (!inService)
      throw refuse('NOTHING_TO_BILL', 'This order has no invoice in service that could be billed.');
    const judgedRows = await judgedSpecimens(tx, row, row.orderClassification);
    if (judgedRows.some(({ billability }) => billability === 'EXPECTED'))
      throw refuse(
        'STILL_IN_WORK',
        'Specimens of this order are still in work. Bill the completed ones now.',
      );
    await readyToBill(tx, context, orderId);
    await syncOrderPaymentStatus(tx, orderId);
    return applied;
  },
});

/** The specimens to bill of the rest of an order, and those that stay in service. */
interface Split {
  rest: Invoice;
  selected: readonly JudgedSpecimen[];
  remaining: readonly JudgedSpecimen[];
}

async function splitOf(tx: Transaction, row: Order, requestedIds: readonly string[]): Promise<Split> {
  const { selected: separateDrafts, rest } = draftsOf(await openInvoices(tx, row.id));
  if (rest?.status !== 'SERVICE_IN_PROGRESS')
    throw refuse(
      'NOTHING_TO_BILL',
      rest?.status === 'AWAITING_BILLING'
        ? 'The whole order is ready to bill. Issue its invoice.'
        : 'This order has no invoice in service from which specimens could be billed.',
    );
  const draftLines = await tx.find(invoiceLine, { invoiceId: separateDrafts.map(({ id }) => id) });
  const ever = await issuedOf(tx, await tx.find(invoice, { orderId: row.id }));
  const billedIds = new Set([...ever.specimenIds, ...draftLines.flatMap(({ specimenIds }) => specimenIds)]);
  const free = (await judgedSpecimens(tx, row, row.orderClassification)).filter(
    ({ id }) => !billedIds.has(id),
  );
  const selected = free.filter(({ id }) => requestedIds.includes(id));
  if (selected.length !== new Set(requestedIds).size)
    throw refuse('ALREADY_BILLED', 'Some of these specimens are on another invoice. Load the page again.');
  if (selected.some(({ billability }) => billability !== 'BILLABLE'))
    throw refuse('NOT_COMPLETED', 'Only specimens can be billed whose work is done and is charged.');
  const remaining = free.filter(
    ({ id, billability }) => !requestedIds.includes(id) && billability !== 'NOT_BILLABLE',
  );
  return { rest, selected, remaining };
}

/**
 * Split a draft: it keeps the chosen specimens, the rest goes to a second draft that is still in service
 * (domain 8.3).
 */
async function divide(
  tx: Transaction,
  context: OperationContext,
  { row, owner }: { row: Order; owner: Company },
  { rest, selected, remaining }: Split,
): Promise<void> {
  const only = invoiceLines('Sequencing', selected, []);
  await writeLines(tx, context, rest.id, only.totals, only.lines);
  if (remaining.length > 0) {
    const bill = invoiceLines('Sequencing', remaining, []);
    const newInvoice = await openInvoice(tx, context, row, owner, bill);
    await changeInvoiceStatus(tx, context, newInvoice, 'SERVICE_IN_PROGRESS');
  }
  // With two drafts, shared amounts are computed together with the adjustments.
  await rewriteDrafts(tx, context, row, [...selected, ...remaining]);
  const restInvoice = await tx.get(invoice, rest.id);
  if (!restInvoice) throw refuse('NOT_FOUND', MESSAGES.notFound);
  await changeInvoiceStatus(tx, context, restInvoice, 'AWAITING_BILLING');
}

/** Bill the completed part of a running order now; the rest is billed when it is completed (domain 8.3). */
export const billNow = defineOperation({
  name: 'bill-now',
  version: 1,
  kind: 'intent',
  title: 'Bill completed specimens',
  grant: 'billing/invoice:create',
  args: BillNowForm,
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, specimenIds }, context) {
    const { row, owner } = await openOrder(tx, context, orderId);
    const split = await splitOf(tx, row, specimenIds);
    await divide(tx, context, { row, owner }, split);
    await syncOrderPaymentStatus(tx, orderId);
    return applied;
  },
});
