import { z } from 'zod';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { openDraft, openOrder, staleOrder } from '#db/ordering/orders/order-access-scope.ts';
import type { OrderType } from '#db/ordering/orders/order-terms.ts';
import type { Company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { orderName, orderPhrase, orderSubject } from '#db/values/order-name.ts';
import { type Continuation, ContinueOrderArgs, continuationsFor } from './continuation.ts';
import { dataUseInfo } from './data-use-info.ts';
import { AGREEMENT_VERSION, SourceSelection } from './draft-form.ts';
import { insertDraftFrom, repeatableOrderType } from './insert-draft.ts';
import { takeOverSpecimens } from './take-over-specimens.ts';

/**
 * Choose again the specimens of the earlier order with which a rework or supplemental order continues (domain
 * 6.5).
 */
export const chooseSourceSpecimens = defineOperation({
  name: 'choose-source-specimens',
  version: 1,
  kind: 'intent',
  title: 'Choose specimens of earlier order',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id, ...SourceSelection.shape }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, seenVersion, specimenIds }, context) {
    const { row } = await openDraft(tx, context, orderId);
    if (row.version !== seenVersion) throw staleOrder();
    await takeOverSpecimens(tx, context, row, specimenIds);
    return applied;
  },
});

/** Return the order type: a rework costs nothing, so it needs no payment and is a sales order. */
function typeOf(context: OperationContext, continuation: Continuation, source: Order, owner: Company) {
  if (continuation === 'REWORK') return 'SALES_ORDER' satisfies OrderType;
  return repeatableOrderType(context, source, owner);
}

/** Copy the data use of the earlier order, as long as the wording is the same. */
async function carryDataUse(tx: Transaction, context: OperationContext, source: Order, orderId: string) {
  const [agreed] = await tx.find(dataUseInfo, { orderId: source.id });
  if (agreed?.agreementVersion !== AGREEMENT_VERSION) return;
  const { agreementTypes, otherText, retentionPeriod, agreementVersion } = agreed;
  const { acceptedByUserId, acceptedAt } = agreed;
  await tx.insert(dataUseInfo, {
    id: context.newId(),
    orderId,
    agreementTypes,
    otherText,
    retentionPeriod,
    agreementVersion,
    acceptedByUserId,
    acceptedAt,
  });
}

/** Discount a rework by its whole price: the lab repeats its own work. */
const forgiveAll = (tx: Transaction, context: OperationContext, source: Order, orderId: string) =>
  tx.insert(priceAdjustment, {
    id: context.newId(),
    orderId,
    type: 'DISCOUNT_PERCENT',
    percentBps: 10_000,
    label: 'Rework',
    reason: `Rework of ${orderPhrase(source)}`,
    computedAmount: 0,
    order: 1,
    status: 'APPROVED',
    approvedById: context.actor.userId,
    approvedAt: context.occurredAt,
  });

/**
 * Start an order that continues with stored material of an earlier one: a rework of failed work, or more data
 * or another service (domain 6.5). Valid data of the earlier order are copied.
 */
export const continueOrder = defineOperation({
  name: 'continue-order',
  version: 1,
  kind: 'intent',
  title: 'Continue order',
  grant: 'create-order:read',
  args: ContinueOrderArgs,
  subjects: ({ orderId, sourceOrderId }) => [orderId, sourceOrderId],
  async run(tx, { orderId, sourceOrderId, continuation, specimenIds }, context) {
    const { row: source, owner } = await openOrder(tx, context, sourceOrderId);
    if (await tx.get(order, orderId)) throw refuse('CONFLICT', 'This order has been started already.');
    const { role } = context.actor;
    if (!continuationsFor(role, 'COMPLETED').includes(continuation))
      throw refuse('FORBIDDEN', MESSAGES.forbidden);
    if (!continuationsFor(role, source.status).includes(continuation))
      throw refuse('NOTHING_TO_CONTINUE', `${orderSubject(source)} has no finished work to continue.`);
    const terms = {
      orderType: typeOf(context, continuation, source, owner),
      orderClassification: continuation,
      sourceOrderId: source.id,
    };
    const row = await insertDraftFrom(tx, context, source, orderId, terms, {
      continuation,
      sourceOrderId: source.id,
      sourceOrderNumber: orderName(source),
    });
    if (continuation === 'REWORK') await forgiveAll(tx, context, source, orderId);
    await carryDataUse(tx, context, source, orderId);
    await takeOverSpecimens(tx, context, row, specimenIds);
    return applied;
  },
});
