import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { flowCell, flowCellOf } from './flow-cell.ts';
import { endUses, usesOf } from './flow-cell-use.ts';

/** Record that a flow cell was washed, which ends its use; of two washes the later one counts. */
export const washFlowCell = defineOperation({
  name: 'wash-flow-cell',
  version: 1,
  kind: 'fact',
  title: 'Wash flow cell',
  grant: 'lab/inventory-item:update',
  args: z.strictObject({ cellId: ref }),
  subjects: ({ cellId }) => [cellId],
  async run(tx, { cellId }, context) {
    const cell = await flowCellOf(tx, context, cellId);
    const isChanged = await context.changedSinceSeen(flowCell, cellId);
    if (cell.returnedAt !== null && !isChanged)
      throw refuse('RETURNED', `Flow cell ${cell.flowCellId} was returned. Scan another one.`);
    if ((await usesOf(tx, cellId)).length === 0 && !isChanged)
      throw refuse('NOT_USED', `Flow cell ${cell.flowCellId} was not used yet.`);
    await recordEvent(tx, context, { type: 'FLOW_CELL_WASHED', targetType: 'FlowCell', targetId: cellId });
    await endUses(tx, cellId, context.occurredAt);
    if (cell.washedAt === null || cell.washedAt < context.occurredAt)
      await tx.patch(flowCell, cellId, { washedAt: context.occurredAt, washedById: context.actor.userId });
    return applied;
  },
});

/** Return a flow cell to the manufacturer, or take it out of work, with the reason. */
export const returnFlowCell = defineOperation({
  name: 'return-flow-cell',
  version: 1,
  kind: 'intent',
  title: 'Return flow cell',
  grant: 'lab/inventory-item:update',
  args: z.strictObject({ cellId: ref, reason: Reason }),
  subjects: ({ cellId }) => [cellId],
  async run(tx, { cellId, reason }, context) {
    const cell = await flowCellOf(tx, context, cellId);
    if (cell.returnedAt !== null)
      throw refuse('RETURNED', `Flow cell ${cell.flowCellId} was returned already.`);
    await recordEvent(tx, context, {
      type: 'FLOW_CELL_RETURNED',
      targetType: 'FlowCell',
      targetId: cellId,
      data: { reason },
    });
    await endUses(tx, cellId, context.occurredAt);
    await tx.patch(flowCell, cellId, {
      returnedAt: context.occurredAt,
      returnedById: context.actor.userId,
      returnReason: reason,
    });
    return applied;
  },
});
