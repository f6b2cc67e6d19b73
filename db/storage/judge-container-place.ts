import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { sample as sampleEntity } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { readPath } from './container-path.ts';
import { freePlaces } from './free-slots.ts';
import { roleProblem, type StorageProblem } from './place-problem.ts';
import {
  canBePlacedIn,
  STORAGE_TYPE,
  type StorageManagement,
  storageManagement,
} from './storage-management.ts';

/** Check whether one kind of place may be in another, by the table of domain 3. */
export const parentProblem = (
  type: StorageManagement['type'],
  parent: Pick<StorageManagement, 'type'>,
): StorageProblem | null =>
  canBePlacedIn(type, parent.type)
    ? null
    : {
        code: 'WRONG_PARENT',
        message: `${STORAGE_TYPE[type].label} cannot be placed in ${STORAGE_TYPE[parent.type].label}.`,
      };

/** Find another container in that place of the parent, or undefined. */
export const containerAt = (
  siblings: readonly StorageManagement[],
  position: string | null,
  id: string,
): StorageManagement | undefined =>
  position === null ? undefined : siblings.find((one) => one.positionInParent === position && one.id !== id);

/**
 * Judge the place where a person puts a container. Problems that the person could know are refused; changes
 * by others meanwhile come back as notes, and as the container that has the slot already.
 */
export async function judgeContainerPlace(
  tx: Transaction,
  context: OperationContext,
  placing: { container: StorageManagement; parent: StorageManagement; position: string | null },
): Promise<{ notes: string[]; occupant: StorageManagement | undefined }> {
  const { container, parent, position } = placing;
  const wrong = parentProblem(container.type, parent);
  if (wrong) throw refuse(wrong.code, wrong.message);
  const path = await readPath(tx, parent.id);
  if (path.some((place) => place.id === container.id)) {
    throw refuse('CYCLE', `${container.name} cannot be placed in itself.`);
  }
  const siblings = (await tx.find(storageManagement, { parentId: parent.id })).filter(
    (one) => one.id !== container.id,
  );
  const online = context.deviceId === null;
  const changed = await context.changedSinceSeen(storageManagement, parent.id);
  const occupant = containerAt(siblings, position, container.id);
  const isSameParent = container.parentId === parent.id;
  const isFull = !isSameParent && freePlaces(parent, siblings.length) === 0;
  const quarantine = await quarantineLeft(tx, container, path);
  const findings: { problem: StorageProblem | null; isStoredAnyway: boolean }[] = [
    { problem: statusProblem(parent, isSameParent), isStoredAnyway: changed },
    { problem: roleProblem(context.actor.role, path), isStoredAnyway: changed },
    {
      problem: isFull ? { code: 'CONTAINER_FULL', message: `${parent.name} is full.` } : null,
      isStoredAnyway: !online,
    },
    { problem: occupant && online ? occupiedBy(parent, position, occupant) : null, isStoredAnyway: false },
    { problem: quarantine, isStoredAnyway: !online && (await isQuarantineConcurrent(context, quarantine)) },
    { problem: sameName(siblings, container, parent), isStoredAnyway: true },
  ];
  const notes: string[] = [];
  for (const { problem, isStoredAnyway } of findings) {
    if (!problem) continue;
    if (!isStoredAnyway) throw refuse(problem.code, problem.message);
    notes.push(problem.message);
  }
  return { notes, occupant };
}

// The person who carried the box had not seen its tubes, so they need not know that one of them was put into
// quarantine.
const isQuarantineConcurrent = async (
  context: OperationContext,
  problem: { sampleId: string } | null,
): Promise<boolean> =>
  problem !== null &&
  (context.base[problem.sampleId] === undefined ||
    (await context.changedSinceSeen(sampleEntity, problem.sampleId)));

function statusProblem(parent: StorageManagement, isSameParent: boolean): StorageProblem | null {
  if (parent.status === 'RETIRED')
    return { code: 'CONTAINER_RETIRED', message: `${parent.name} is retired.` };
  return parent.status === 'FULL' && !isSameParent
    ? { code: 'CONTAINER_FULL', message: `${parent.name} is full.` }
    : null;
}

/** Format the text for a place in a rack or on a shelf that another container has. */
export const occupiedBy = (
  parent: Pick<StorageManagement, 'name'>,
  position: string | null,
  occupant: Pick<StorageManagement, 'name'>,
): StorageProblem => ({
  code: 'SLOT_OCCUPIED',
  message: `Position ${position} in ${parent.name} is occupied by ${occupant.name}.`,
});

const sameName = (
  siblings: readonly StorageManagement[],
  container: StorageManagement,
  parent: StorageManagement,
): StorageProblem | null =>
  siblings.some((one) => one.name === container.name)
    ? { code: 'NAME_TWICE', message: `${parent.name} has two locations named ${container.name}; rename one.` }
    : null;

/**
 * Check that no box with quarantined samples leaves quarantine, unless the box itself is a quarantine place.
 */
export async function quarantineLeft(
  tx: Transaction,
  container: StorageManagement,
  path: readonly StorageManagement[],
): Promise<(StorageProblem & { sampleId: string }) | null> {
  if (path.some((place) => place.quarantine)) return null;
  const places = [container];
  for (let at = 0; at < places.length && at < 10_000; at++) {
    const place = places[at];
    if (!place || place.quarantine) continue;
    const samples = await tx.find(sampleEntity, { storageLocationId: place.id });
    const quarantined = samples.find((one) => one.status === 'RECEIVED_QUARANTINED');
    if (quarantined) {
      const message = 'Quarantined samples must stay in a quarantine location.';
      return { code: 'QUARANTINE', message, sampleId: quarantined.id };
    }
    places.push(...(await tx.find(storageManagement, { parentId: place.id })));
  }
  return null;
}
