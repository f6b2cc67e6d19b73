import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { effectiveExpiration } from './effective-expiration.ts';
import type { InventoryItem } from './inventory-item.ts';
import { inventoryType } from './inventory-type.ts';
import { reviewUses } from './review-uses.ts';

/**
 * Review uses after an item turns out to expire earlier: its date was read later, or it had been opened
 * before (domain 5.11, case 26). Returns the warning for the person, or null.
 */
export async function reviewExpiry(
  tx: Transaction,
  { labTimezone }: Pick<OperationContext, 'labTimezone'>,
  before: InventoryItem,
  now: InventoryItem,
): Promise<string | null> {
  const type = await tx.get(inventoryType, now.inventoryTypeId);
  if (!type) return null;
  const known = effectiveExpiration(before, type, labTimezone);
  const expires = effectiveExpiration(now, type, labTimezone);
  if (expires === null || (known !== null && known <= expires)) return null;
  return reviewUses(tx, now, {
    since: `after it expired on ${expires}`,
    at({ occurredAt }) {
      const day = labDayOf(occurredAt, labTimezone);
      return day > expires && (known === null || day <= known);
    },
  });
}
