import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { Id } from '#db/values/id.ts';
import { MAX_SPECIMENS } from './draft-form.ts';
import { openForRows } from './manifest/open-for-rows.ts';
import { order } from './order.ts';

/**
 * Remove rows from a draft, or from an order whose specimens are still awaited (domain 4.2); the others keep
 * their numbers, which may be on printed tubes already.
 */
export const removeRequisitions = defineOperation({
  name: 'remove-requisitions',
  version: 1,
  kind: 'intent',
  title: 'Remove specimens from draft',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id, specimenIds: z.array(Id).min(1).max(MAX_SPECIMENS) }),
  subjects: ({ orderId, specimenIds }) => [orderId, ...specimenIds],
  async run(tx, { orderId, specimenIds }, context) {
    const { row: open, current } = await openForRows(tx, context, orderId);
    const removedIds = new Set(specimenIds);
    const staying = current.filter(({ id }) => !removedIds.has(id));
    if (current.length - staying.length < removedIds.size) throw refuse('NOT_FOUND', MESSAGES.notFound);
    for (const id of removedIds) await tx.patch(specimen, id, { deleted: true });
    const plates = new Set(staying.flatMap(({ shipmentPlateNumber }) => shipmentPlateNumber ?? []));
    const plateCount = open.packageType === 'PLATE' ? plates.size : null;
    if (plateCount !== open.plateCount) await tx.patch(order, orderId, { plateCount });
    return applied;
  },
});
