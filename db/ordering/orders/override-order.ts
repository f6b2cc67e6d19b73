import { readyToBill } from '#db/billing/invoices/change-invoice-status.ts';
import { syncOrderPaymentStatus } from '#db/billing/invoices/invoice-balance.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { closeApprovals } from '#db/ordering/approvals/ask-approvals.ts';
import type { Company } from '#db/organizations/company.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { closeDiscrepancy } from '#db/specimens/discrepancies/open-discrepancy.ts';
import { stopFailedSpecimen, withdrawSpecimen } from '#db/specimens/withdraw-specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { acceptOrder } from './accept-order.ts';
import { billCanceledOrder } from './bill-canceled-order.ts';
import { changeOrderStatus, type OrderChange, setOrderStatus } from './change-order-status.ts';
import { deriveOrderStatus, deriveSourceOrder } from './derive-order-status.ts';
import { readUnfinished } from './finished-specimens.ts';
import { holdSpecimensOf, releaseSpecimensOf } from './hold-order.ts';
import type { Order } from './order.ts';
import { OrderReasonArgs, OverrideOrderArgs } from './order-action-args.ts';
import { type OverrideTo, openOrderForAction, overridesFrom } from './order-actions.ts';
import { ORDER_STATUS, type OrderStatus } from './order-status.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/** The unfinished specimens that the person was shown; null when none were shown. */
type SeenUnfinished = readonly string[] | null;

/**
 * End unfinished specimens of an order that is forced to an end: failed ones are stopped, others are
 * canceled, and the amounts to bill are recomputed. So its invoice can be issued and the order closed.
 */
async function settleUnfinished(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  { confirmedIds, reason }: { confirmedIds: SeenUnfinished; reason: string },
): Promise<void> {
  const rows = (await readUnfinished(tx, orderId)).map(({ row }) => row);
  if (
    confirmedIds &&
    (confirmedIds.length !== rows.length || rows.some(({ id }) => !confirmedIds.includes(id)))
  )
    throw refuse(
      'UNFINISHED_CHANGED',
      'What is unfinished has changed since you opened this. Look at the specimens and try again.',
    );
  const canceled = rows.filter(({ status }) => status !== 'FAILED_QC');
  if (canceled.length === (await activeSpecimens(tx, orderId)).length)
    throw refuse('NOTHING_FINISHED', 'No specimen of this order is finished. Cancel the order instead.');
  if (rows.length > 0) {
    const discrepancies = await tx.find(discrepancy, { specimenId: rows.map(({ id }) => id) });
    for (const one of discrepancies.filter(({ resolution }) => resolution === 'OPEN'))
      await closeDiscrepancy(tx, context, one, 'CANCELED', reason);
  }
  for (const { repeated: _, ...row } of rows)
    await (row.status === 'FAILED_QC' ? stopFailedSpecimen : withdrawSpecimen)(tx, context, row, reason);
  await deriveOrderStatus(tx, context, orderId);
}

const WAITING: readonly OrderStatus[] = ['PO_UNDER_REVIEW', 'PENDING_APPROVAL'];
/** Statuses in which specimens may still be unnamed. */
const UNNAMED: readonly OrderStatus[] = ['ANTICIPATED', 'ON_HOLD'];

/**
 * Withdraw the open approvals and accept the order with all effects of an acceptance, also when specimens are
 * not named yet.
 */
async function acceptBefore(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  to: OverrideTo,
  change: OrderChange & { reason: string },
): Promise<Order> {
  let now = row;
  if (WAITING.includes(row.status)) {
    await closeApprovals(tx, context, row.id, change.reason);
    const { occurredAt, actor } = context;
    const fields = { approvedAt: occurredAt, approvedById: actor.userId };
    now = await acceptOrder(tx, context, row, { ...change, fields });
  }
  if (now.status === 'ANTICIPATED' && !UNNAMED.includes(to))
    now = await acceptOrder(tx, context, now, change);
  return now;
}

/** Return the fields that an order has only while it is held or completed. */
function fieldsOf({ status }: Order, to: OverrideTo, reason: string): Partial<Order> {
  // A hold leads back to work; the derivation finds that everything is done.
  const before = status === 'PENDING_COMPLETION' ? 'PROCESSING' : status;
  if (to === 'ON_HOLD') return { heldFromStatus: before, holdReason: reason };
  if (status === 'ON_HOLD') return { heldFromStatus: null, holdReason: null };
  return status === 'COMPLETED' ? { completedAt: null } : {};
}

/** Apply the effects of the status that the order was forced into. */
async function followUp(
  tx: Transaction,
  context: OperationContext,
  {
    before,
    to,
    owner,
    unfinishedIds,
  }: { before: Order; to: OverrideTo; owner: Company; unfinishedIds: SeenUnfinished },
  reason: string,
): Promise<void> {
  if (to === 'ON_HOLD') await holdSpecimensOf(tx, context, before.id, reason);
  if (before.status === 'ON_HOLD')
    await releaseSpecimensOf(tx, context, { heldOrder: before, owner }, reason);
  if (to !== 'PENDING_COMPLETION') return;
  await settleUnfinished(tx, context, before.id, { confirmedIds: unfinishedIds, reason });
  await readyToBill(tx, context, before.id);
  await syncOrderPaymentStatus(tx, before.id);
}

/**
 * Force an order into a status, with a reason that stays in the history; a completed one can only be
 * reopened.
 */
export const overrideOrder = defineOperation({
  name: 'override-order',
  version: 2,
  kind: 'intent',
  title: 'Override order status',
  grant: 'lab/orders:update',
  args: OverrideOrderArgs,
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, status: to, reason, internalReason, unfinished: unfinishedIds }, context) {
    const { row, owner } = await openOrderForAction(tx, context, orderId, ['override-order']);
    if (row.status === to) throw refuse('NOTHING_CHANGED', 'The order has this status already.');
    if (!overridesFrom(row.status).includes(to))
      throw refuse('TRANSITION_NOT_ALLOWED', cannotChange(ORDER_STATUS, row.status, to));
    if (row.heldFromStatus === 'ANTICIPATED' && !UNNAMED.includes(to))
      throw refuse(
        'RELEASE_FIRST',
        'This order was held before its specimens were confirmed. Release it first.',
      );
    const change = { event: 'ORDER_OVERRIDE', reason, internalReason } as const;
    const before = await acceptBefore(tx, context, row, to, change);
    if (before.status !== to)
      await setOrderStatus(tx, context, before, to, { ...change, fields: fieldsOf(before, to, reason) });
    await followUp(tx, context, { before, to, owner, unfinishedIds }, reason);
    return applied;
  },
});

/**
 * Cancel a received order (domain 4.1): open samples are withdrawn from their batches, finished specimens
 * stay as they are, and the amounts to bill are recomputed.
 */
export const overrideCancelOrder = defineOperation({
  name: 'override-cancel-order',
  version: 1,
  kind: 'intent',
  title: 'Cancel order after receipt',
  grant: 'lab/orders/override/cancel:update',
  args: OrderReasonArgs,
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, reason, internalReason }, context) {
    const { row } = await openOrderForAction(tx, context, orderId, ['override-cancel-order']);
    for (const one of await activeSpecimens(tx, orderId)) await withdrawSpecimen(tx, context, one, reason);
    const canceled = await changeOrderStatus(tx, context, row, 'CANCELED', {
      event: 'ORDER_CANCELED',
      reason,
      internalReason,
      fields: { canceledAt: context.occurredAt, cancelReason: reason },
    });
    await closeApprovals(tx, context, orderId, reason);
    await billCanceledOrder(tx, context, canceled, reason);
    await deriveSourceOrder(tx, context, canceled);
    return applied;
  },
});
