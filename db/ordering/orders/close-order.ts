import { creditUnchargedSpecimens } from '#db/billing/invoices/credit-uncharged-specimens.ts';
import { openInvoices } from '#db/billing/invoices/invoice.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { storeLeftOver } from '#db/samples/placing/store-left-over.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { resolveFirst } from '#db/specimens/discrepancies/open-discrepancy.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { hindrances, readUnfinished } from './finished-specimens.ts';
import type { Order } from './order.ts';
import { OrderActionArgs } from './order-action-args.ts';
import { openOrderForAction } from './order-actions.ts';
import { activeSpecimens } from './specimens-of-order.ts';

const releaseFirst = (specimens: number): string =>
  `Release the results of ${specimens === 1 ? '1 specimen' : `${specimens} specimens`} first.`;

/** Describe every unfinished specimen, what blocks it, and what to do. */
async function unfinishedProblems(tx: Transaction, orderId: string): Promise<string[]> {
  const unfinished = await readUnfinished(tx, orderId);
  return unfinished.length === 0
    ? []
    : [...hindrances(unfinished), 'Finish the work on these specimens, or cancel them, first.'];
}

/** Return what still keeps an order from being closed, each with the necessary action (domain 4.1). */
export async function closingProblems(tx: Transaction, orderId: string): Promise<string[]> {
  const specimens = await activeSpecimens(tx, orderId);
  const unreleased = specimens.filter((one) => one.status === 'COMPLETED' && one.resultsReleasedAt === null);
  const unbilled = (await openInvoices(tx, orderId)).filter(
    ({ status }) => status === 'PENDING' || status === 'SERVICE_IN_PROGRESS',
  );
  const ids = specimens.map(({ id }) => id);
  const discrepancies = ids.length === 0 ? [] : await tx.find(discrepancy, { specimenId: ids });
  const open = discrepancies.filter(({ resolution }) => resolution === 'OPEN');
  const undecided = specimens.filter(({ id }) => open.some(({ specimenId }) => specimenId === id));
  const names = undecided.map(({ customerSampleId }) => customerSampleId);
  return [
    ...(await unfinishedProblems(tx, orderId)),
    ...(unreleased.length > 0 ? [releaseFirst(unreleased.length)] : []),
    ...(unbilled.length > 0 ? ['Its invoice is not ready to be billed yet.'] : []),
    ...(open.length > 0 ? [resolveFirst(open.length, names)] : []),
  ];
}

/** End a completed order: refund uncharged specimens, and store remaining material first. */
export async function closeFinished(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  await creditUnchargedSpecimens(tx, context, row);
  await changeOrderStatus(tx, context, row, 'COMPLETED', {
    event: 'ORDER_CLOSED',
    fields: { completedAt: context.occurredAt },
  });
  if (row.postSequenceOption !== 'STORE') return;
  const specimens = await activeSpecimens(tx, row.id);
  await storeLeftOver(
    tx,
    context,
    specimens.map(({ id }) => id),
  );
}

/** Close a completed order; the retention period of its data begins (domain 4.1). */
export const closeOrder = defineOperation({
  name: 'close-order',
  version: 1,
  kind: 'intent',
  title: 'Close order',
  grant: 'lab/orders/close:update',
  args: OrderActionArgs,
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId }, context) {
    const { row } = await openOrderForAction(tx, context, orderId, ['close-order']);
    const problems = await closingProblems(tx, orderId);
    if (problems.length > 0) throw refuse('NOT_FINISHED', problems.join(' '));
    await closeFinished(tx, context, row);
    return applied;
  },
});
