import { refuse } from '#db/errors/app-error.ts';
import type { InventoryItemStatus } from './inventory-item-status.ts';

const NEXT: Record<InventoryItemStatus, readonly InventoryItemStatus[]> = {
  ORDERED: ['RECEIVED'],
  RECEIVED: ['OPENED', 'USED'],
  OPENED: ['USED'],
  USED: ['OPENED'],
};

/** May an item go from one status to the other? USED to OPENED is the manager's way back within 24 hours (domain 4.6). */
export const mayItemBecome = (from: InventoryItemStatus, to: InventoryItemStatus): boolean =>
  NEXT[from].includes(to);

/** Refuses a transition that domain 4.6 does not list. */
export function requireItemTransition(from: InventoryItemStatus, to: InventoryItemStatus): void {
  if (!mayItemBecome(from, to)) throw refuse('STATUS_CHANGE', `Cannot change status from ${from} to ${to}.`);
}
