import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { inventoryItem } from './inventory-item.ts';
import { lotName } from './lot-problem.ts';
import { ownRow } from './own-row.ts';
import { activeQuarantines } from './quarantined-since.ts';

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
