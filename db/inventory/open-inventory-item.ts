import { z } from 'zod';
import { applied, defineOperation, merged, warned } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { clockText } from '#db/values/wall-clock.ts';
import { inventoryItem } from './inventory-item.ts';
import { lotName } from './lot-problem.ts';
import { openItem } from './open-item.ts';
import { ownRow } from './own-row.ts';

/** Record the opening of a lot; of two openings the earliest counts (domain 5.11, case 27). */
export const openInventoryItem = defineOperation({
  name: 'open-inventory-item',
  version: 1,
  kind: 'fact',
  title: 'Open item',
  grant: 'lab/inventory-item:update',
  args: z.strictObject({ itemId: Id }),
  subjects: (args) => [args.itemId],
  async run(tx, args, context) {
    const item = ownRow(context, await tx.get(inventoryItem, args.itemId));
    const { item: now, wasOpen, warning } = await openItem(tx, context, item);
    const lot = lotName(item);
    if (wasOpen) {
      const openedAt = now.openedAt && clockText(now.openedAt, context.labTimezone);
      const text = `Lot ${lot} was already opened at ${openedAt}; the earliest time is kept.`;
      return warning === null
        ? merged('ALREADY_OPENED', text)
        : warned('LOT_USED_SINCE', `${text} ${warning}`);
    }
    if (item.status === 'ORDERED') return warned('LOT_NOT_RECEIVED', `Lot ${lot} has not been received.`);
    return applied;
  },
});
