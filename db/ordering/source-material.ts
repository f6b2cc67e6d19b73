import { event } from '#db/records/event.ts';
import { syncConflict } from '#db/records/sync-conflict.ts';
import { missingSince } from '#db/samples/custody-of.ts';
import { FREEZING_CONFLICTS } from '#db/samples/disposal-bar.ts';
import { isEnough } from '#db/samples/requeue-one.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { SampleKind } from '#db/samples/sample-kind.ts';
import type { SampleStatus } from '#db/samples/sample-status.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { isEndPlace } from '#db/storage/storage-type.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Continuation } from './continuation.ts';

/** The statuses of samples that are not in work and not used up. */
const AT_REST: readonly SampleStatus[] = [
  'COMPLETED',
  'IN_STORAGE',
  'FAILED_QC',
  'FAILED_QC_CANCELED',
  'RESET',
];
/**
 * The possible starting materials, the earliest first: the nearer to the received tube, the more work is
 * possible.
 */
const KINDS: readonly SampleKind[] = ['PRIMARY', 'ALIQUOT', 'EXTRACT', 'LIBRARY'];

const byKind = (one: Sample, other: Sample): number =>
  KINDS.indexOf(one.sampleKind) - KINDS.indexOf(other.sampleKind) ||
  Number(other.remainingVolume) - Number(one.remainingVolume) ||
  (one.id < other.id ? -1 : 1);

/** Return the samples that are in the lab without a contrary report. */
async function inTheLab(tx: Transaction, rows: readonly Sample[]): Promise<Sample[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const placeIds = [...new Set(rows.flatMap(({ storageLocationId }) => storageLocationId ?? []))].sort();
  const places = placeIds.length === 0 ? [] : await tx.find(storageManagement, { id: placeIds });
  const endPlaceIds = new Set(places.filter(({ type }) => isEndPlace(type)).map(({ id }) => id));
  const conflicts = await tx.find(syncConflict, { targetId: ids });
  const frozen = new Set(
    conflicts
      .filter(({ status, kind }) => status === 'OPEN' && FREEZING_CONFLICTS.includes(kind))
      .map(({ targetId }) => targetId),
  );
  const loggedEvents = await tx.find(event, { targetId: ids });
  return rows.filter(
    ({ id, storageLocationId }) =>
      !(storageLocationId && endPlaceIds.has(storageLocationId)) &&
      !frozen.has(id) &&
      missingSince(loggedEvents.filter(({ targetId }) => targetId === id)) === null,
  );
}

/**
 * Return the sample of each specimen with which its work can continue, by specimen. A rework needs enough for
 * the stage that the sample was made for; another service cannot begin with a library.
 */
export async function sourceMaterial(
  tx: Transaction,
  specimens: readonly Specimen[],
  query: { continuation: Continuation; protocolId: string },
): Promise<Map<string, Sample>> {
  const materialBySpecimen = new Map<string, Sample>();
  if (specimens.length === 0) return materialBySpecimen;
  const protocols = new Map(specimens.map(({ id, protocolId }) => [id, protocolId]));
  const rows = await tx.find(sample, { specimenId: [...protocols.keys()].sort() });
  const usable = rows.filter(
    ({ status, sampleKind, remainingVolume, specimenId }) =>
      AT_REST.includes(status) &&
      KINDS.includes(sampleKind) &&
      Number(remainingVolume ?? 0) > 0 &&
      (sampleKind !== 'LIBRARY' || protocols.get(specimenId ?? '') === query.protocolId),
  );
  for (const row of (await inTheLab(tx, usable)).sort(byKind)) {
    if (row.specimenId === null || materialBySpecimen.has(row.specimenId)) continue;
    if (query.continuation === 'REWORK' && !(await isEnough(tx, row))) continue;
    materialBySpecimen.set(row.specimenId, row);
  }
  return materialBySpecimen;
}
