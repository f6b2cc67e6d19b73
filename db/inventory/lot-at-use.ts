import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { effectiveExpiration } from './effective-expiration.ts';
import type { InventoryItem } from './inventory-item.ts';
import type { InventoryType } from './inventory-type.ts';
import { lotName } from './lot-problem.ts';
import { quarantinedSince } from './quarantined-since.ts';

/**
 * Judge a lot at the time of its use (domain 5.11, case 26): null when the use came before it expired or was
 * quarantined; otherwise the warning, and the caller flags the samples of that use for review.
 */
export async function lotWarningAtUse(
  tx: Transaction,
  item: InventoryItem,
  type: InventoryType,
  use: Pick<OperationContext, 'occurredAt' | 'labDay' | 'labTimezone'>,
): Promise<string | null> {
  const expires = effectiveExpiration(item, type, use.labTimezone);
  if (expires !== null && expires < use.labDay) {
    return `Lot ${lotName(item)} expired on ${expires}. The samples are flagged for review.`;
  }
  if (!item.quarantined) return null;
  const since = await quarantinedSince(tx, item.id);
  if (since !== null && use.occurredAt < since) return null;
  return `Lot ${lotName(item)} is quarantined. The samples are flagged for review.`;
}
