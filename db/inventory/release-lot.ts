import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { equipment } from './equipment.ts';
import { inventoryItem } from './inventory-item.ts';
import { activeQuarantines } from './lot-at-use.ts';
import { lotName } from './lot-problem.ts';
import { ownRow } from './receipt.ts';

/** Release a lot from quarantine after a review by a manager or director; a later quarantine stays. */
export const releaseLot = defineOperation({
  name: 'release-lot',
  version: 1,
  kind: 'intent',
  title: 'Release lot',
  grant: 'lab/inventory-item:update',
  args: z.strictObject({ itemId: ref, reason: Reason }),
  subjects: (args) => [args.itemId],
  async run(tx, args, context) {
    requireCapability(context, 'decideQuality');
    const item = ownRow(context, await tx.get(inventoryItem, args.itemId));
    const lot = lotName(item);
    if (!item.quarantined) throw refuse('NOT_QUARANTINED', `Lot ${lot} is not quarantined.`);
    const last = (await activeQuarantines(tx, item.id)).at(-1);
    if (last && last.occurredAt > context.occurredAt)
      throw refuse('QUARANTINED_LATER', `Lot ${lot} was quarantined again after you released it.`);
    await tx.patch(inventoryItem, item.id, { quarantined: false });
    await recordEvent(tx, context, {
      type: 'ITEM_ADJUSTED',
      targetType: 'InventoryItem',
      targetId: item.id,
      data: { quarantined: false, reason: args.reason },
    });
    return applied;
  },
});

/** Release equipment from its flag after a review by the lab manager; a later failure keeps the flag. */
export const releaseEquipment = defineOperation({
  name: 'release-equipment',
  version: 1,
  kind: 'intent',
  title: 'Release equipment',
  grant: 'lab/equipment:update',
  args: z.strictObject({ equipmentId: ref, reason: Reason }),
  subjects: (args) => [args.equipmentId],
  async run(tx, args, context) {
    const tool = ownRow(context, await tx.get(equipment, args.equipmentId));
    const since = tool.flaggedForReviewAt;
    if (since === null) throw refuse('NOT_FLAGGED', `${tool.name} is not flagged for review.`);
    if (since > context.occurredAt)
      throw refuse('FLAGGED_LATER', `${tool.name} was flagged again after you released it.`);
    await tx.patch(equipment, tool.id, { flaggedForReviewAt: null });
    await recordEvent(tx, context, {
      type: 'EQUIPMENT_STATUS_CHANGED',
      targetType: 'Equipment',
      targetId: tool.id,
      data: { flaggedForReview: false, reason: args.reason },
    });
    return applied;
  },
});
