import { z } from 'zod';
import { isVisible } from '#db/access/lab.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { type Equipment, equipment } from './equipment.ts';
import { type InventoryItem, inventoryItem } from './inventory-item.ts';
import { activeQuarantines } from './lot-at-use.ts';
import { reviewUses } from './review-uses.ts';

/** The lots, or the equipment, that the reporter of a failure suspects as the cause. */
export const SuspectIds = z.array(ref).max(50).optional();

/** A failure that makes lots and equipment suspect (domain 5.9). */
export interface Doubt {
  reason: FailedSampleReason;
  notes: string | null;
  batchId: string | null;
  lotIds: readonly string[] | undefined;
  equipmentIds: readonly string[] | undefined;
}

/**
 * Quarantine the lots that are named for an inventory issue and flag the equipment that is named for a
 * malfunction. A repeated report by the same person for the same batch counts once. Returns additional
 * warnings for the person: who used a lot after its quarantine without knowledge of it (domain 5.11, case
 * 26).
 */
export async function reviewSuspects(
  tx: Transaction,
  context: OperationContext,
  doubt: Doubt,
): Promise<string | null> {
  const lotIds = [...new Set(doubt.lotIds)];
  const equipmentIds = [...new Set(doubt.equipmentIds)];
  if (lotIds.length > 0 && doubt.reason !== 'INVENTORY_ISSUE')
    throw refuse('SUSPECTS', 'Lots are quarantined for an inventory issue only.');
  if (equipmentIds.length > 0 && doubt.reason !== 'EQUIPMENT_MALFUNCTION')
    throw refuse('SUSPECTS', 'Equipment is flagged for an equipment malfunction only.');
  const warnings: string[] = [];
  for (const id of lotIds) {
    const item = known(context, await tx.get(inventoryItem, id));
    const usageWarning = item && (await quarantineLot(tx, context, item, doubt));
    if (usageWarning) warnings.push(usageWarning);
  }
  for (const id of equipmentIds) {
    const tool = known(context, await tx.get(equipment, id));
    if (tool) await flagEquipment(tx, context, tool, doubt);
  }
  return warnings.length === 0 ? null : warnings.join(' ');
}

/** Return the verdict on a failure, with the warnings about its suspects. */
export function withSuspects(result: RuleResult, warnings: string | null): RuleResult {
  if (warnings === null) return result;
  const message = [result.message, warnings].filter(Boolean).join(' ');
  return result.outcome === 'CONFLICT' ? { ...result, message } : warned('LOT_USED_SINCE', message);
}

// A device does not have every row of the lab; the server knows what is missing.
function known<R extends InventoryItem | Equipment>(context: OperationContext, row: R | undefined): R | null {
  if (row && isVisible(context.actor, row)) return row;
  if (context.replica === 'device') return null;
  throw refuse('NOT_FOUND', MESSAGES.notFound);
}

const quarantineData = (context: OperationContext, { reason, notes, batchId }: Doubt) => ({
  reason,
  notes,
  batchId,
  by: context.actor.name,
});

async function quarantineLot(
  tx: Transaction,
  context: OperationContext,
  item: InventoryItem,
  doubt: Doubt,
): Promise<string | null> {
  const before = item.quarantined ? await activeQuarantines(tx, item.id) : [];
  const alreadyRecorded = before.some(
    (one) =>
      one.userId === context.actor.userId &&
      one.data['batchId'] === doubt.batchId &&
      one.occurredAt <= context.occurredAt,
  );
  if (alreadyRecorded) return null;
  if (!item.quarantined) await tx.patch(inventoryItem, item.id, { quarantined: true });
  await recordEvent(tx, context, {
    type: 'ITEM_ADJUSTED',
    targetType: 'InventoryItem',
    targetId: item.id,
    data: { quarantined: true, ...quarantineData(context, doubt) },
  });
  // Uses after an earlier quarantine are flagged already.
  const until = before[0]?.occurredAt ?? null;
  return reviewUses(tx, item, {
    since: 'after its quarantine',
    at: ({ occurredAt }) => occurredAt >= context.occurredAt && (until === null || occurredAt < until),
  });
}

async function flagEquipment(
  tx: Transaction,
  context: OperationContext,
  tool: Equipment,
  doubt: Doubt,
): Promise<void> {
  const since = tool.flaggedForReviewAt;
  if (since !== null && since <= context.occurredAt) return;
  await tx.patch(equipment, tool.id, { flaggedForReviewAt: context.occurredAt });
  await recordEvent(tx, context, {
    type: 'EQUIPMENT_STATUS_CHANGED',
    targetType: 'Equipment',
    targetId: tool.id,
    data: { flaggedForReview: true, ...quarantineData(context, doubt) },
  });
}
