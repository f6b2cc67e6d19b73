import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import type { InventoryItem } from './inventory-item.ts';

const DAY_MS = 86_400_000;

/** Is it used up, and since less than a day at that moment? */
export const isFreshlyUsed = (item: Pick<InventoryItem, 'status' | 'usedAt'>, at: string): boolean =>
  item.status === 'USED' && item.usedAt !== null && Date.parse(at) - Date.parse(item.usedAt) <= DAY_MS;

/** May this person take it back at that moment? */
export const mayReopen = (role: Role, item: Pick<InventoryItem, 'status' | 'usedAt'>, at: string): boolean =>
  hasCapability(role, 'reopenInventoryItems') && isFreshlyUsed(item, at);
