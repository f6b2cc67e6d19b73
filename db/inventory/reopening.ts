import { isOneOf, type Role } from '#db/access/roles.ts';
import type { InventoryItem } from './inventory-item.ts';

const DAY_MS = 86_400_000;

/** The roles that may undo that an item is used up (domain 4.6). */
export const REOPENERS = ['LAB_MANAGER', 'ADMIN', 'DEVELOPER'] as const satisfies readonly Role[];

/** Return whether an item is used up, for less than a day at a moment. */
export const isFreshlyUsed = (item: Pick<InventoryItem, 'status' | 'usedAt'>, at: string): boolean =>
  item.status === 'USED' && item.usedAt !== null && Date.parse(at) - Date.parse(item.usedAt) <= DAY_MS;

/** Return whether a person may undo that at a moment. */
export const mayReopen = (role: Role, item: Pick<InventoryItem, 'status' | 'usedAt'>, at: string): boolean =>
  isOneOf(role, REOPENERS) && isFreshlyUsed(item, at);
