import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import type { InventoryItem } from './inventory-item.ts';

const DAY_MS = 86_400_000;

/** Return whether an item is used up, for less than a day at a moment. */
export const isFreshlyUsed = (item: Pick<InventoryItem, 'status' | 'usedAt'>, at: string): boolean =>
  item.status === 'USED' && item.usedAt !== null && Date.parse(at) - Date.parse(item.usedAt) <= DAY_MS;

/** Return whether a person may undo that at a moment. */
export const mayReopen = (role: Role, item: Pick<InventoryItem, 'status' | 'usedAt'>, at: string): boolean =>
  hasCapability(role, 'reopenInventoryItems') && isFreshlyUsed(item, at);
