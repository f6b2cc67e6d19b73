import type { Transaction } from '#db/transaction.ts';
import { type StorageManagement, storageManagement } from './storage-management.ts';

/**
 * Return the places from the root down to `id`; empty when the place is unknown. A damaged tree ends at the
 * first repeat.
 */
export function containerPath(tree: Iterable<StorageManagement>, id: string): StorageManagement[] {
  const byId = new Map<string, StorageManagement>();
  for (const place of tree) byId.set(place.id, place);
  const path: StorageManagement[] = [];
  const visitedIds = new Set<string>();
  for (let place = byId.get(id); place && !visitedIds.has(place.id); place = parentOf(place, byId)) {
    visitedIds.add(place.id);
    path.unshift(place);
  }
  return path;
}

const parentOf = (
  place: StorageManagement,
  byId: ReadonlyMap<string, StorageManagement>,
): StorageManagement | undefined => (place.parentId === null ? undefined : byId.get(place.parentId));

/** Format the path: `Hall B / Freezer 2 / Shelf 1 / Box 12`. */
export const pathText = (path: readonly StorageManagement[]): string =>
  path.map((place) => place.name).join(' / ');

/** Load the path of a place, root first, through a transaction. */
export const readPath = async (tx: Transaction, id: string): Promise<StorageManagement[]> =>
  (await tx.ancestors(storageManagement, id, 'parentId')).reverse();
