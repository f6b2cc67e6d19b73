import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, merged, warned } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { inventoryItem } from './inventory-item.ts';
import { lotName } from './lot-problem.ts';
import { openItem } from './open-item.ts';

/** Somebody broke the seal of a lot; of two openings the earliest counts (domain 5.11, case 27). */
export const openInventoryItem = defineOperation({
  name: 'open-inventory-item',
  version: 1,
  kind: 'fact',
  title: 'Open item',
  grant: 'lab/inventory-item:update',
  args: z.strictObject({ itemId: Id }),
  subjects: (args) => [args.itemId],
  async run(tx, args, context) {
    const item = await tx.get(inventoryItem, args.itemId);
    if (!item) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const { item: now, wasOpen } = await openItem(tx, context, item);
    const lot = lotName(item);
    if (wasOpen)
      return merged(
        'ALREADY_OPENED',
        `Lot ${lot} was already opened at ${now.openedAt}; the earliest time is kept.`,
      );
    if (item.status === 'ORDERED') return warned('LOT_NOT_RECEIVED', `Lot ${lot} has not been received.`);
    return applied;
  },
});
