import { type Batch, batch } from '#db/batches/batch.ts';
import { benchOperationNamed } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { isEndPlace, storageManagement } from '#db/storage/storage-management.ts';
import type { JournalWorld } from './journal-world.ts';
import { DECIDER } from './lab-rows.ts';
import { operationIdAt } from './lab-states.ts';
import type { Args } from './view.ts';

type ResolutionPath = readonly [name: string, args: Args];

const TRIED_AT = '2026-11-21T16:00:00.000Z';

/** Check whether one of these operations works now; returns why the last one does not. */
async function blocked(world: JournalWorld, ways: readonly ResolutionPath[]): Promise<string | null> {
  let lastProblem = 'there is no way';
  for (const [name, args] of ways) {
    const operation = benchOperationNamed(name);
    if (!operation) throw new Error(`There is no ${name}.`);
    const mark = world.mark();
    try {
      const context = {
        actor: DECIDER,
        deviceId: null,
        occurredAt: TRIED_AT,
        operationId: operationIdAt(TRIED_AT, 'Z'),
      };
      const { outcome, message } = await runRule(world, operation, args, context);
      if (outcome !== 'REJECTED') return null;
      lastProblem = `${name}: ${message}`;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      lastProblem = `${name}: ${error.message}`;
    } finally {
      world.rollBack(mark);
    }
  }
  return lastProblem;
}

const FAILURE = { failureReason: 'INSUFFICENT_RESULTS', failureNotes: null };
const SUFFIX_ARGS = { childSuffixLetter: 'Z' };
const FROZEN = 'is frozen';

/**
 * The next operations of a sample by status; other statuses are final, or wait for work outside the bench.
 */
function waysOf(row: Sample): readonly ResolutionPath[] | null {
  const sampleId = row.id;
  const about = { specimenId: row.specimenId, reason: 'Given up' };
  switch (row.status) {
    case 'IN_QUEUE':
      return [['fail-sample', { sampleId, ...FAILURE }]];
    case 'BATCH_ASSIGNED':
      return [
        ['unplace-sample', { sampleId, batchId: row.batchId }],
        ['fail-sample', { sampleId, ...FAILURE }],
      ];
    case 'IN_PROGRESS':
      return [['fail-sample', { sampleId, ...FAILURE }]];
    case 'FAILED_QC':
      return [
        ['requeue-sample', { sampleId, ...SUFFIX_ARGS }],
        ['overturn-failure', { sampleId, reason: 'No failure' }],
        ['restart-specimen', { ...about, from: 'REPLACEMENT', ...SUFFIX_ARGS }],
        ['stop-specimen', about],
      ];
    default:
      return null;
  }
}

function waysOfBatch({ id, status }: Batch): readonly ResolutionPath[] | null {
  const batchId = id;
  switch (status) {
    case 'NOT_STARTED':
      return [['cancel-batch', { batchId, reason: 'Given up' }]];
    case 'IN_PROGRESS':
      return [['fail-batch', { batchId, qc: false, ...FAILURE }]];
    case 'FAILED':
    case 'FAILED_QC':
      return [
        ['reset-batch', { batchId, reason: 'Given up', ...SUFFIX_ARGS }],
        ['cancel-batch', { batchId, reason: 'Given up' }],
      ];
    default:
      return null;
  }
}

/** List samples and batches that a run has touched and that no operation can continue. */
export async function deadEnds(world: JournalWorld, start: number): Promise<string[]> {
  const touched = (name: string) => [
    ...new Set(world.since(start).flatMap(({ entity, id }) => (entity.name === name ? [id] : []))),
  ];
  const problems: string[] = [];
  const before = new Map([...world.since(start)].reverse().map((one) => [one.id, one.before]));
  const inConflict = new Set(world.since(start).map(({ row }) => String(row['targetId'] ?? '')));
  for (const id of touched(sample.name)) {
    const row = world.one(sample, id);
    const was = before.get(id);
    // Operations that were possible at the start still are, unless a relevant row has changed.
    const isSame = ['status', 'batchId', 'storageLocationId', 'deleted'].every(
      (key) => was?.[key] === Object(row)[key],
    );
    if (row && !row.deleted && !(isSame && !inConflict.has(id)))
      problems.push(...(await deadEndsOfSample(world, row)));
  }
  for (const id of touched(batch.name)) {
    const row = world.one(batch, id);
    const ways = row && waysOfBatch(row);
    const lastProblem = ways ? await blocked(world, ways) : null;
    if (row && lastProblem !== null) problems.push(`dead end: batch ${row.status}: ${lastProblem}`);
  }
  return problems;
}

async function deadEndsOfSample(world: JournalWorld, row: Sample): Promise<string[]> {
  const place = row.storageLocationId === null ? null : world.one(storageManagement, row.storageLocationId);
  if (place && isEndPlace(place.type)) return [];
  const problems: string[] = [];
  const containerId = row.status === 'RECEIVED_QUARANTINED' ? 'box-quarantine' : 'box-empty';
  const stuck = await blocked(world, [
    ['move-sample', { sampleId: row.id, containerId, position: 'C3' }],
    ['move-sample', { sampleId: row.id, containerId: 'box-2', position: 'C3' }],
    ['move-sample', { sampleId: row.id, containerId: 'box-quarantine', position: 'C3' }],
  ]);
  if (stuck !== null && !stuck.includes(FROZEN))
    problems.push(`dead end: ${row.status} sample cannot be moved: ${stuck}`);
  const ways = waysOf(row);
  const lastProblem = ways ? await blocked(world, ways) : null;
  if (lastProblem !== null) problems.push(`dead end: ${row.status} sample: ${lastProblem}`);
  const owner = row.batchId === null ? undefined : world.one(batch, row.batchId);
  const closed = owner && !['NOT_STARTED', 'IN_PROGRESS'].includes(owner.status);
  if ((row.status === 'BATCH_ASSIGNED' || row.status === 'IN_PROGRESS') && (closed || !owner))
    problems.push(`stranded: ${row.status} sample in a batch that is ${owner?.status ?? 'not there'}`);
  if (row.status === 'IN_PROGRESS' && owner?.status === 'NOT_STARTED')
    problems.push('stranded: IN_PROGRESS sample in a batch that has not started');
  if (row.status === 'BATCH_ASSIGNED' && owner?.status === 'IN_PROGRESS')
    problems.push('stranded: BATCH_ASSIGNED sample in a batch in progress');
  return problems;
}
