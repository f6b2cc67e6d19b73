import type { OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { activeSpecimens } from '#db/ordering/orders/specimens-of-order.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { missingSince } from '#db/samples/custody/custody-of.ts';
import { FREEZING_CONFLICTS } from '#db/samples/disposing/disposal-bar.ts';
import { retentionEnd } from '#db/samples/disposing/end-guards.ts';
import { isEnough } from '#db/samples/requeue-one.ts';
import { type Sample, type SampleKind, type SampleStatus, sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { isEndPlace, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { orderPhrase } from '#db/values/order-name.ts';
import type { Continuation } from './continuation.ts';
import { dataUseInfo } from './data-use-info.ts';

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

/** The facts that decide whether the work on a specimen may continue in another order. */
export interface SourceFacts {
  specimen: Pick<Specimen, 'status' | 'completedAt' | 'customerSampleId'>;
  /** Whether material of it is available. */
  materialLeft: boolean;
  /** Whether the retention period that the customer chose has ended. */
  retentionEnded: boolean;
  /** The order that repeats it already, as a phrase. */
  repeatedIn: string | null;
}

const FAILED: readonly SpecimenStatus[] = ['FAILED_QC', 'FAILED_QC_CANCELED', 'RESET'];
const FINISHED_STATUSES: readonly SpecimenStatus[] = ['COMPLETED', 'FAILED_QC_CANCELED', 'IN_STORAGE'];

/** Return the domain's text for a specimen without usable material. */
const noMaterialLeft = (id: string): string => `No material left for ${id}.`;

// A specimen that was stopped and then stored has no result.
const hasFailed = ({ status, completedAt }: SourceFacts['specimen']): boolean =>
  FAILED.includes(status) || (status === 'IN_STORAGE' && completedAt === null);

const rework = ({ specimen, materialLeft, repeatedIn }: SourceFacts): string | null => {
  const id = specimen.customerSampleId;
  if (!hasFailed(specimen)) return `${id} has not failed and was not recalled.`;
  if (repeatedIn !== null) return `${id} is being repeated in ${repeatedIn} already.`;
  return materialLeft ? null : noMaterialLeft(id);
};

const supplemental = ({ specimen, materialLeft, retentionEnded }: SourceFacts): string | null => {
  const id = specimen.customerSampleId;
  if (!FINISHED_STATUSES.includes(specimen.status)) return `The work on ${id} is not finished.`;
  return materialLeft && !retentionEnded ? null : noMaterialLeft(id);
};

/** Return why a specimen cannot continue in another order; null when it can (domain 6.5). */
export const sourceProblem = (continuation: Continuation, facts: SourceFacts): string | null =>
  continuation === 'REWORK' ? rework(facts) : supplemental(facts);

/** A specimen of an earlier order, with its usable material or the reason against it. */
export interface SourceSpecimen {
  specimen: Specimen;
  material: Sample | null;
  problem: string | null;
}

const OVER: readonly SpecimenStatus[] = ['CANCELED', 'COMPLETED', 'FAILED_QC_CANCELED', 'IN_STORAGE'];

/** Return the open reworks of an order, by the specimen that they repeat. */
async function repeatedIn(
  tx: Transaction,
  sourceId: string,
  exceptOrderId: string | null,
): Promise<Map<string, string>> {
  const numbers = new Map(
    (await tx.find(order, { sourceOrderId: sourceId }))
      .filter(
        ({ id, orderClassification, status }) =>
          orderClassification === 'REWORK' && id !== exceptOrderId && status !== 'CANCELED',
      )
      .map((row) => [row.id, orderPhrase(row)]),
  );
  if (numbers.size === 0) return new Map();
  const rows = await tx.find(specimen, { orderId: [...numbers.keys()].sort() });
  return new Map(
    rows.flatMap(({ sourceSpecimenId, orderId, status }) =>
      sourceSpecimenId && !OVER.includes(status) ? [[sourceSpecimenId, numbers.get(orderId) ?? '']] : [],
    ),
  );
}

async function hasRetentionEnded(tx: Transaction, source: Order, labDay: string): Promise<boolean> {
  const [agreed] = await tx.find(dataUseInfo, { orderId: source.id });
  const ends = agreed ? retentionEnd(source.completedAt, agreed.retentionPeriod) : null;
  return ends !== null && ends <= labDay;
}

/**
 * Return the specimens of an order with which another one may continue, and the reasons why others may not
 * (domain 6.5).
 */
export async function sourceSpecimens(
  tx: Transaction,
  { labDay }: Pick<OperationContext, 'labDay'>,
  source: Order,
  query: { continuation: Continuation; protocolId: string; exceptOrderId: string | null },
): Promise<SourceSpecimen[]> {
  const { continuation, exceptOrderId } = query;
  const specimens = await activeSpecimens(tx, source.id);
  const material = await sourceMaterial(tx, specimens, query);
  const repeated =
    continuation === 'REWORK' ? await repeatedIn(tx, source.id, exceptOrderId) : new Map<string, string>();
  const retentionEnded = await hasRetentionEnded(tx, source, labDay);
  return specimens.map((row) => ({
    specimen: row,
    material: material.get(row.id) ?? null,
    problem: sourceProblem(continuation, {
      specimen: row,
      materialLeft: material.has(row.id),
      retentionEnded,
      repeatedIn: repeated.get(row.id) ?? null,
    }),
  }));
}
