import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, warned } from '#db/operation.ts';
import { poreWarning } from '#db/protocols/flow-cell-warranty.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { int, ref } from '#db/values/field-types.ts';
import { type FlowCell, flowCell, flowCellOf } from './flow-cell.ts';
import { usesOf } from './flow-cell-use.ts';

const WARRANTY_WEEKS = 12;
const DAY_MS = 86_400_000;

/** Report whether a moment is within the warranty of a flow cell, 12 weeks from its receipt. */
const isUnderWarranty = ({ receivedAt }: FlowCell, at: string): boolean =>
  Date.parse(at) - Date.parse(receivedAt) <= WARRANTY_WEEKS * 7 * DAY_MS;

/**
 * Record the pores of a flow cell. Too few of them in an unused cell within 12 weeks of its receipt open a claim; of
 * two checks the later one counts.
 */
export const checkFlowCell = defineOperation({
  name: 'check-flow-cell',
  version: 1,
  kind: 'fact',
  title: 'Check flow cell',
  grant: 'lab/inventory-item:update',
  args: z.strictObject({ cellId: ref, pores: int.min(0).max(20_000) }),
  subjects: ({ cellId }) => [cellId],
  async run(tx, { cellId, pores }, context) {
    const cell = await flowCellOf(tx, context, cellId);
    if (cell.returnedAt !== null && !(await context.changedSinceSeen(flowCell, cellId)))
      throw refuse('RETURNED', `Flow cell ${cell.flowCellId} was returned. Scan another one.`);
    await recordEvent(tx, context, {
      type: 'FLOW_CELL_CHECKED',
      targetType: 'FlowCell',
      targetId: cellId,
      data: { pores },
    });
    const shortage = poreWarning(cell.productCode, pores);
    const isNew = (await usesOf(tx, cellId)).every(({ loadedAt }) => loadedAt > context.occurredAt);
    const opensClaim = shortage !== null && isNew && isUnderWarranty(cell, context.occurredAt);
    const isLatest = cell.checkedAt === null || cell.checkedAt <= context.occurredAt;
    await tx.patch(flowCell, cellId, {
      ...(isLatest
        ? { poresAtCheck: pores, checkedAt: context.occurredAt, checkedById: context.actor.userId }
        : {}),
      ...(opensClaim ? claimFields(cell, context.occurredAt) : {}),
    });
    if (opensClaim) return warned('WARRANTY', `${shortage} A warranty claim is open.`);
    return shortage === null ? applied : warned('FEW_PORES', shortage);
  },
});

/** Open a claim; of two checks with too few pores the earlier one opened it. */
function claimFields(cell: FlowCell, at: string): Partial<FlowCell> {
  if (cell.warrantyClaim === 'NONE') return { warrantyClaim: 'OPEN', claimedAt: at };
  return cell.claimedAt !== null && at < cell.claimedAt ? { claimedAt: at } : {};
}
