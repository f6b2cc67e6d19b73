import { useMemo } from 'react';
import { person } from '#db/identity/person.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import { naturalOrder } from '#db/values/natural-order.ts';
import { useRows } from './use-query.ts';

/** The storage tree as this device knows it. */
export interface Places {
  byId: ReadonlyMap<string, StorageManagement>;
  /** List the places within a place, by name; `null` gives those without a parent. */
  within(parentId: string | null): readonly StorageManagement[];
  /** List the path from the root to the place. */
  path(id: string | null): readonly StorageManagement[];
  /**
   * Format a place as `Freezer 2 / Rack A1 / Box 04, B3`; `No location` without one, and a different text for
   * one that this device lacks.
   */
  text(id: string | null, position?: string | null): string;
}

function childrenOf(rows: readonly StorageManagement[], byId: Places['byId']) {
  const children = new Map<string | null, StorageManagement[]>();
  for (const row of [...rows].sort((a, b) => naturalOrder(a.name, b.name))) {
    const parent = row.parentId !== null && byId.has(row.parentId) ? row.parentId : null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(row);
    else children.set(parent, [row]);
  }
  return children;
}

/** Build the tree of a list of places; it is sorted at the first use. */
export function placesOf(rows: readonly StorageManagement[]): Places {
  const byId = new Map(rows.map((row) => [row.id, row]));
  let children: Map<string | null, StorageManagement[]> | undefined;
  const path = (id: string | null): StorageManagement[] => {
    const placePath: StorageManagement[] = [];
    const visitedIds = new Set<string>();
    for (let next = id; next !== null && !visitedIds.has(next); ) {
      visitedIds.add(next);
      const place = byId.get(next);
      if (!place) break;
      placePath.unshift(place);
      next = place.parentId;
    }
    return placePath;
  };
  return {
    byId,
    path,
    within: (parentId) => {
      children ??= childrenOf(rows, byId);
      return children.get(parentId) ?? [];
    },
    text(id, position = null) {
      const placePath = path(id);
      // Site and room are omitted where a smaller place is specific enough.
      const near = placePath.filter((place) => place.type !== 'SITE' && place.type !== 'ROOM');
      const names = (near.length > 0 ? near : placePath).map((place) => place.name);
      // A device that is still loading knows that the sample has a place, but not which.
      if (names.length === 0) return id === null ? 'No location' : 'Location not loaded';
      return `${names.join(' / ')}${position === null ? '' : `, ${position}`}`;
    },
  };
}

/** Follow the whole storage tree; undefined while it is read. */
export function usePlaces(): Places | undefined {
  const rows = useRows(storageManagement);
  return useMemo(() => rows && placesOf(rows), [rows]);
}

/** Follow the samples that are recorded in a place. */
export const useSamplesIn = (containerId: string | null): readonly Sample[] | undefined =>
  useRows(sample, { storageLocationId: containerId ?? '' });

/** Count the samples in each of these places. */
export function useSampleCounts(ids: readonly string[]): ReadonlyMap<string, number> | undefined {
  const rows = useRows(sample, { storageLocationId: ids });
  return useMemo(() => {
    if (!rows) return undefined;
    const counts = new Map<string, number>();
    for (const { storageLocationId } of rows)
      if (storageLocationId !== null) counts.set(storageLocationId, (counts.get(storageLocationId) ?? 0) + 1);
    return counts;
  }, [rows]);
}

/** Names of colleagues by user id. */
export function usePeopleNames(): (userId: string | null) => string {
  const people = useRows(person);
  return useMemo(() => {
    const names = new Map(people?.map((one) => [one.userId, one.name]));
    return (userId) => (userId === null ? '' : (names.get(userId) ?? 'somebody else'));
  }, [people]);
}
