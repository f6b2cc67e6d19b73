import { naturalOrder } from '#db/values/natural-order.ts';
import { freePlaces } from './free-slots.ts';
import type { StoredSample } from './place-problem.ts';
import type { StorageManagement } from './storage-management.ts';

/** The direct contents of a place: places and samples. */
export interface Contents<S extends StoredSample> {
  places: StorageManagement[];
  samples: S[];
}

/** List the direct contents of a place, places by position and name, samples by position. */
export function contentsOf<S extends StoredSample>(
  tree: Iterable<StorageManagement>,
  samples: Iterable<S>,
  id: string,
): Contents<S> {
  const places = [...tree].filter((place) => place.parentId === id && !place.deleted);
  const storedSamples = [...samples].filter((sample) => sample.storageLocationId === id);
  return {
    places: places.sort((a, b) => compare(a.positionInParent, b.positionInParent) || compare(a.name, b.name)),
    samples: storedSamples.sort(
      (a, b) => compare(a.storagePosition, b.storagePosition) || compare(a.barcode, b.barcode),
    ),
  };
}

// `A2` comes before `A10`; entries without a position come last.
function compare(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return naturalOrder(a, b);
}

/** List the ids of a place and of everything under it. */
export function subtreeOf(tree: Iterable<StorageManagement>, id: string): Set<string> {
  const children = new Map<string, string[]>();
  for (const place of tree) {
    if (place.parentId === null) continue;
    children.set(place.parentId, [...(children.get(place.parentId) ?? []), place.id]);
  }
  const subtreeIds = new Set([id]);
  for (const one of subtreeIds) for (const child of children.get(one) ?? []) subtreeIds.add(child);
  return subtreeIds;
}

/** List the places with room for a sample, emptiest first. */
export function placesWithRoom<S extends StoredSample>(
  tree: Iterable<StorageManagement>,
  samples: Iterable<S>,
  requiredSlots: number,
): { place: StorageManagement; free: number }[] {
  const counts = new Map<string, number>();
  for (const { storageLocationId: id } of samples) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  const subtreeIds: { place: StorageManagement; free: number }[] = [];
  for (const place of tree) {
    const free =
      place.status === 'ACTIVE' && !place.deleted ? freePlaces(place, counts.get(place.id) ?? 0) : null;
    if (free !== null && free >= requiredSlots && place.rows !== null && place.type !== 'RACK')
      subtreeIds.push({ place, free });
  }
  return subtreeIds.sort((a, b) => b.free - a.free || compare(a.place.name, b.place.name));
}
