import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { mayDraft, openOrder } from '#db/ordering/orders/order-access-scope.ts';
import { withoutCanceled } from '#db/ordering/orders/specimens-of-order.ts';
import { liveService } from '#db/ordering/services/service.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { orderName, orderSubject } from '#db/values/order-name.ts';
import { isCopyable } from './continuation.ts';
import { insertDraftFrom, repeatableOrderType } from './insert-draft.ts';
import { insertSpecimenFrom } from './take-over-specimens.ts';

/** Return the specimens of an order to copy; those of a canceled order are all canceled with it. */
function copiedSpecimens({ status }: Order, rows: readonly Specimen[]): Specimen[] {
  if (status !== 'CANCELED') return withoutCanceled(rows);
  return [...rows].sort((one, other) => one.orderRow - other.orderRow);
}

/**
 * Copy the description of one specimen: its name, owner, kind and well. The collection and labels belong to
 * the material that was sent.
 */
const copySpecimen = (
  tx: Transaction,
  context: OperationContext,
  row: Order,
  from: Specimen,
  orderRow: number,
): Promise<void> =>
  insertSpecimenFrom(tx, context, row, from, {
    orderRow,
    collectedAt: null,
    shipmentPlateNumber: from.shipmentPlateNumber,
    shipmentPlateLocation: from.shipmentPlateLocation,
  });

/**
 * Copy an order to a new draft: service, details, addresses and the descriptions of its specimens. Nothing
 * that was received, paid or signed is copied, so the data use is accepted again.
 */
export const copyOrder = defineOperation({
  name: 'copy-order',
  version: 1,
  kind: 'intent',
  title: 'Copy order',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id, copiedOrderId: Id }),
  subjects: ({ orderId, copiedOrderId }) => [orderId, copiedOrderId],
  async run(tx, { orderId, copiedOrderId }, context) {
    const { row: source, owner } = await openOrder(tx, context, copiedOrderId);
    if (await tx.get(order, orderId)) throw refuse('CONFLICT', 'This order has been started already.');
    if (!mayDraft(context.actor.role)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
    if (!isCopyable(source))
      throw refuse(
        'NOT_COPYABLE',
        source.status === 'DRAFT'
          ? 'The order is a draft. Continue it.'
          : `${orderSubject(source)} continues another order. Copy that one.`,
      );
    await liveService(tx, source.protocolId);
    const specimens = copiedSpecimens(source, await tx.find(specimen, { orderId: source.id }));
    const terms = {
      orderType: repeatableOrderType(context, source, owner),
      orderClassification: 'STANDARD' as const,
      sourceOrderId: null,
      // An anticipated order was agreed before all its specimens were known.
      projectedSpecimenCount:
        source.status === 'ANTICIPATED' || specimens.length === 0
          ? Math.max(specimens.length, source.projectedSpecimenCount)
          : specimens.length,
      plateCount: source.plateCount,
      packageCount: source.packageCount,
    };
    const row = await insertDraftFrom(tx, context, source, orderId, terms, {
      copiedOrderId: source.id,
      copiedOrderNumber: orderName(source),
    });
    for (const [index, one] of specimens.entries()) await copySpecimen(tx, context, row, one, index + 1);
    return applied;
  },
});
