import { positionsByRow } from '#db/values/box-position.ts';
import { holdsPositions, type StorageManagement } from './storage-management.ts';

type Container = Pick<StorageManagement, 'type' | 'rows' | 'columns' | 'capacity'>;

/** Return how many samples (or containers) fit, or null when nobody has set a capacity. */
export function capacityOf(container: Container): number | null {
  if (container.capacity !== null) return container.capacity;
  if (!holdsPositions(container.type) || container.rows === null || container.columns === null) return null;
  return container.rows * container.columns;
}

/** Compute the free places when `count` are taken; null = no limit. */
export function freePlaces(container: Container, count: number): number | null {
  const capacity = capacityOf(container);
  return capacity === null ? null : Math.max(0, capacity - count);
}

/** List the free positions of a container in reading order; none for places without positions. */
export function freeSlots(
  container: Container,
  samples: readonly { storagePosition: string | null }[],
): string[] {
  if (!holdsPositions(container.type)) return [];
  const occupiedSlots = new Set(samples.map((sample) => sample.storagePosition));
  return positionsByRow({ rows: container.rows ?? 1, columns: container.columns ?? 1 }).filter(
    (slot) => !occupiedSlots.has(slot),
  );
}

/** Level of the capacity alert: at 80, 90 and 100 percent. */
export type CapacityAlert = 80 | 90 | 100;

/** Compute how full a container is and the alert level; null without a capacity. */
export function fillLevel(
  container: Container,
  count: number,
): { percent: number; alert: CapacityAlert | null } | null {
  const capacity = capacityOf(container);
  if (capacity === null || capacity === 0) return null;
  const percent = Math.floor((100 * count) / capacity);
  const alert = percent >= 100 ? 100 : percent >= 90 ? 90 : percent >= 80 ? 80 : null;
  return { percent, alert };
}

/**
 * Return why a bulk move does not fit, with the numbers, or null. `arriving` counts samples that are not in
 * the container yet.
 */
export function capacityProblem(
  container: Container & Pick<StorageManagement, 'name'>,
  count: number,
  arriving: number,
): { code: string; message: string } | null {
  const free = freePlaces(container, count);
  if (free === null || arriving <= free) return null;
  const places = free === 1 ? 'free place' : 'free places';
  const samples = arriving === 1 ? 'sample' : 'samples';
  return {
    code: 'CAPACITY_SHORT',
    message: `${container.name} has ${free} ${places} for ${arriving} ${samples}.`,
  };
}

/**
 * Return why a capacity is impossible, or null: a place with a grid cannot hold more than it has positions.
 */
export function capacityProblemOf(
  place: Pick<StorageManagement, 'rows' | 'columns'>,
  capacity: number | null,
): { code: string; message: string } | null {
  const { rows, columns } = place;
  if (capacity === null || rows === null || columns === null || capacity <= rows * columns) return null;
  return {
    code: 'CAPACITY_OVER_GRID',
    message: `${rows} × ${columns} positions hold at most ${rows * columns}.`,
  };
}
