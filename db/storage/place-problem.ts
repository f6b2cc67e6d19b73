import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { boxPositionProblem } from '#db/values/box-position.ts';
import { freePlaces } from './free-slots.ts';
import { holdsPositions, isEndPlace, STORAGE_TYPE, type StorageManagement } from './storage-management.ts';

/** Why something cannot go to a place: a code for programs and the text for people. */
export interface StorageProblem {
  code: string;
  message: string;
}

/** The fields of a sample that these checks need. */
export interface StoredSample {
  id: string;
  barcode: string;
  status: string;
  storageLocationId: string | null;
  storagePosition: string | null;
}

type Container = Pick<StorageManagement, 'name' | 'type' | 'status' | 'rows' | 'columns' | 'capacity'>;

/**
 * Check whether the container has such a position; independent of other people's work, so a problem is always
 * refused.
 */
export function positionProblem(container: Container, position: string | null): StorageProblem | null {
  if (isEndPlace(container.type))
    return { code: 'END_PLACE', message: `${container.name} is not a storage location.` };
  if (holdsPositions(container.type)) {
    if (position === null)
      return { code: 'POSITION_MISSING', message: `Choose a position in ${container.name}.` };
    const size = { rows: container.rows ?? 1, columns: container.columns ?? 1 };
    const message = boxPositionProblem(position, size);
    return message === null ? null : { code: 'POSITION_INVALID', message };
  }
  if (position !== null) return { code: 'NO_POSITIONS', message: 'This container does not hold positions.' };
  if (STORAGE_TYPE[container.type].samples === 'loose') return null;
  return {
    code: 'WRONG_PARENT',
    message: `Sample cannot be placed in ${STORAGE_TYPE[container.type].label}.`,
  };
}

/** Find who else has that position, or null. A checked-out sample keeps its slot reserved. */
export function slotProblem(
  container: Pick<StorageManagement, 'name'>,
  position: string | null,
  storedSamples: readonly StoredSample[],
  sampleId: string,
): StorageProblem | null {
  const occupant = occupantOf(storedSamples, position, sampleId);
  if (!occupant) return null;
  return {
    code: 'SLOT_OCCUPIED',
    message: `Position ${position} in ${container.name} is occupied by ${occupant.barcode}.`,
  };
}

/** Find the sample at a position, other than the one that is being placed. */
export const occupantOf = <S extends StoredSample>(
  storedSamples: readonly S[],
  position: string | null,
  sampleId: string,
): S | undefined =>
  position === null
    ? undefined
    : storedSamples.find((one) => one.storagePosition === position && one.id !== sampleId);

/** Check whether a container takes one more: it may be retired, marked full, or without a free place. */
export function roomProblem(
  container: Container,
  storedSamples: readonly StoredSample[],
  sampleId: string,
): StorageProblem | null {
  if (container.status === 'RETIRED')
    return { code: 'CONTAINER_RETIRED', message: `${container.name} is retired.` };
  if (storedSamples.some((one) => one.id === sampleId)) return null;
  const full = container.status === 'FULL' || freePlaces(container, storedSamples.length) === 0;
  return full ? { code: 'CONTAINER_FULL', message: `${container.name} is full.` } : null;
}

/** Check that a quarantined sample goes under a place marked `quarantine`; `path` is root first. */
export function quarantineProblem(
  sample: Pick<StoredSample, 'status'>,
  path: readonly Pick<StorageManagement, 'quarantine'>[],
): StorageProblem | null {
  if (sample.status !== 'RECEIVED_QUARANTINED' || path.some((place) => place.quarantine)) return null;
  return { code: 'QUARANTINE', message: 'Quarantined samples must stay in a quarantine location.' };
}

/** Check the role restrictions of the places; `path` is root first. */
export function roleProblem(
  role: Role,
  path: readonly Pick<StorageManagement, 'name' | 'restrictedTo'>[],
): StorageProblem | null {
  if (hasCapability(role, 'useRestrictedPlaces')) return null;
  const closed = path.find((place) => place.restrictedTo.length > 0 && !place.restrictedTo.includes(role));
  return closed ? { code: 'PLACE_RESTRICTED', message: `Your role may not use ${closed.name}.` } : null;
}
