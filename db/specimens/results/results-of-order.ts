import { batch } from '#db/batches/batch.ts';
import { acceptedRepeats } from '#db/ordering/orders/accepted-repeats.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { withoutCanceled } from '#db/ordering/orders/specimens-of-order.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { isRecalledFile, isResult, type ResultsRecall } from '#db/records/files/result-files.ts';
import { type S3File, s3File } from '#db/records/files/s3-file.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { isThrough } from './finished-work.ts';
import { readSequencedSamples, type SequencedSample } from './sequenced-sample.ts';

/** The files that a director approved, or null where they are no longer known. */
type ApprovedFiles = readonly string[] | null;

/** The facts that decide about the results of an order: each list by the id of its specimen. */
export interface OrderResults {
  order: Order;
  clinical: boolean;
  /** Neither deleted nor canceled. */
  specimens: readonly Specimen[];
  samples: ReadonlyMap<string, readonly Sample[]>;
  /** What the runs gave for the samples of each specimen. */
  sequenced: ReadonlyMap<string, readonly SequencedSample[]>;
  /** Files that customers get after the release, by their record: a specimen, or the order. */
  files: ReadonlyMap<string, readonly S3File[]>;
  approved: ReadonlyMap<string, ApprovedFiles>;
  /** The batches of its last stage that a director still has to approve. */
  unapproved: ReadonlyMap<string, readonly string[]>;
  /** Number of conflicts that await a decision. */
  conflicts: ReadonlyMap<string, number>;
  /** When released results were last recalled. */
  recalled: ReadonlyMap<string, string>;
  /** The specimens that an accepted rework order repeats. */
  repeated: ReadonlyMap<string, string>;
}

/** Group rows by a key, in their order. */
function listedBy<T>(rows: readonly T[], keyOf: (row: T) => string | null): Map<string, T[]> {
  const lists = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null) lists.set(key, [...(lists.get(key) ?? []), row]);
  }
  return lists;
}

/** List the files that are complete, clean, visible to the customer, not recalled and not replaced. */
function currentResults(files: readonly S3File[], recalls: readonly ResultsRecall[]): S3File[] {
  const storedFiles = files.filter(({ status }) => status === 'STORED');
  const replaced = new Set(storedFiles.map(({ supersedesId }) => supersedesId));
  return storedFiles.filter(
    (file) =>
      isResult(file.subType) &&
      file.scanStatus === 'CLEAN' &&
      file.customerVisible &&
      !replaced.has(file.id) &&
      !isRecalledFile(file, recalls),
  );
}

/** Load the facts that decide about the results of an order; only the server has files. */
export async function readOrderResults(tx: Transaction, of: Order): Promise<OrderResults> {
  const every = await tx.find(specimen, { orderId: of.id });
  const specimens = withoutCanceled(every);
  const ids = specimens.map(({ id }) => id);
  const [test, samples, files, events] = await Promise.all([
    tx.get(protocol, of.protocolId),
    ids.length === 0 ? [] : tx.find(sample, { specimenId: ids }),
    tx.find(s3File, { targetId: [of.id, ...ids] }),
    every.length === 0 ? [] : tx.find(event, { targetId: every.map(({ id }) => id) }),
  ]);
  const bySpecimen = listedBy(samples, ({ specimenId }) => specimenId);
  const sortedEvents = events.toSorted((one, other) =>
    `${one.occurredAt}${one.id}` < `${other.occurredAt}${other.id}` ? -1 : 1,
  );
  const recalls = sortedEvents.filter(({ type }) => type === 'RESULTS_RECALLED');
  const recallList = recalls.map(({ targetId, occurredAt, data }) => ({
    specimenId: targetId,
    at: occurredAt,
    repeated: data['to'] === 'RESET',
  }));
  const reset = specimens.some(({ status }) => status === 'RESET');
  return {
    order: of,
    repeated: reset ? await acceptedRepeats(tx, of.id) : new Map(),
    clinical: test?.clinical ?? true,
    specimens,
    samples: bySpecimen,
    sequenced: await readSequencedSamples(tx, bySpecimen),
    files: listedBy(currentResults(files, recallList), ({ targetId }) => targetId),
    approved: new Map(
      sortedEvents
        .filter(({ type }) => type === 'SPECIMEN_DIRECTOR_APPROVED')
        .map(({ targetId, data }) => [targetId, idsIn(data['files'])]),
    ),
    unapproved: await unapprovedBatches(tx, bySpecimen),
    conflicts: await openConflicts(tx, bySpecimen),
    recalled: new Map(recalls.map(({ targetId, occurredAt }) => [targetId, occurredAt])),
  };
}

const idsIn = (value: unknown): ApprovedFiles =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : null;

async function unapprovedBatches(
  tx: Transaction,
  samples: ReadonlyMap<string, readonly Sample[]>,
): Promise<Map<string, string[]>> {
  const last = [...samples].flatMap(([id, rows]) =>
    rows.flatMap((row) => (isThrough(row) && row.batchId ? [{ id, batchId: row.batchId }] : [])),
  );
  const batchIds = [...new Set(last.map(({ batchId }) => batchId))];
  if (batchIds.length === 0) return new Map();
  const open = (await tx.find(batch, { id: batchIds })).filter(
    ({ directorApproved }) => directorApproved !== true,
  );
  const methods =
    open.length === 0 ? [] : await tx.find(procedure, { id: open.map((row) => row.procedureId) });
  const approvalProcedureIds = new Set(
    methods.filter((row) => row.requiresDirectorApproval).map(({ id }) => id),
  );
  const names = new Map(
    open
      .filter(({ procedureId }) => approvalProcedureIds.has(procedureId))
      .map(({ id, julianId }) => [id, julianId]),
  );
  const namesById = new Map<string, string[]>();
  for (const { id, batchId } of last) {
    const name = names.get(batchId);
    if (name) namesById.set(id, [...new Set([...(namesById.get(id) ?? []), name])]);
  }
  return namesById;
}

async function openConflicts(
  tx: Transaction,
  samples: ReadonlyMap<string, readonly Sample[]>,
): Promise<Map<string, number>> {
  const owners = new Map<string, string>();
  for (const [id, rows] of samples) {
    owners.set(id, id);
    for (const row of rows) owners.set(row.id, id);
  }
  if (owners.size === 0) return new Map();
  const open = await tx.find(syncConflict, { targetId: [...owners.keys()], status: 'OPEN' });
  const counts = new Map<string, number>();
  for (const { targetId } of open) {
    const owner = owners.get(targetId);
    if (owner) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  return counts;
}
