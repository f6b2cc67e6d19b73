import { BATCH_TYPES, type BatchType } from '#db/batches/batch.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Flow, flow, PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { readSlots } from './flow-content.ts';

/** The statuses of specimens about which nothing is left to do. */
const ENDED_STATUSES: readonly SpecimenStatus[] = [
  'COMPLETED',
  'IN_STORAGE',
  'FAILED_QC_CANCELED',
  'CANCELED',
];
const OPEN_SPECIMEN = SpecimenStatus.options.filter((status) => !ENDED_STATUSES.includes(status));

/** The statuses of samples whose stage is in work or done; the others wait for it. */
const STARTED_STATUSES: readonly SampleStatus[] = [
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'COMPLETED',
  'DEPLETED',
  'FAILED_QC',
  'FAILED_BATCH_DUPLICATE',
];

/** List the versions in use that an approved version of a flow replaces. */
export const versionsReplacedBy = async (
  tx: Transaction,
  next: Pick<Flow, 'id' | 'code' | 'flowVersion'>,
): Promise<Flow[]> =>
  (await tx.find(flow, { code: next.code, status: 'APPROVED' })).filter(
    (row) => row.id !== next.id && (row.flowVersion < next.flowVersion || row.activatedAt !== null),
  );

/**
 * List the stages in which one version only takes another version of the same procedure; none when anything
 * else about the route differs.
 */
async function swappedStages(tx: Transaction, from: Flow, to: Flow): Promise<BatchType[]> {
  const [before, after] = [await readSlots(tx, from), await readSlots(tx, to)];
  const swapped: BatchType[] = [];
  for (const [at, { batchType, procedure: method }] of before.entries()) {
    const next = after[at]?.procedure ?? null;
    if (method?.id === next?.id) continue;
    if (method?.code !== next?.code) return [];
    swapped.push(batchType);
  }
  return swapped;
}

const hasStarted = (row: Sample, first: BatchType): boolean =>
  row.stage !== null &&
  (BATCH_TYPES.indexOf(row.stage) > BATCH_TYPES.indexOf(first) ||
    (row.stage === first && STARTED_STATUSES.includes(row.status)));

/**
 * List the specimens that may take a newer version of their flow: it only swaps versions of procedures, and
 * work on the first of those stages has not begun (domain-lab 13.1).
 */
export async function queuedSpecimens(tx: Transaction, from: Flow, to: Flow): Promise<Specimen[]> {
  const [first] = await swappedStages(tx, from, to);
  if (first === undefined) return [];
  const followers = (await tx.find(specimen, { status: OPEN_SPECIMEN })).filter(
    ({ flowId }) => flowId === from.id,
  );
  if (followers.length === 0) return [];
  const samples = await tx.find(sample, { specimenId: followers.map(({ id }) => id) });
  const startedSpecimenIds = new Set(
    samples.filter((row) => hasStarted(row, first)).map(({ specimenId }) => specimenId),
  );
  return followers.filter(({ id }) => !startedSpecimenIds.has(id));
}

/** Let specimens that have not begun a changed stage follow the newer version, with their samples. */
export async function takeSpecimens(
  tx: Transaction,
  context: OperationContext,
  from: Flow,
  to: Flow,
): Promise<void> {
  const stages = await swappedStages(tx, from, to);
  for (const { id } of await queuedSpecimens(tx, from, to)) {
    await tx.patch(specimen, id, { flowId: to.id });
    for (const row of await tx.find(sample, { specimenId: id })) {
      const pinned = stages
        .map((stage) => PROCEDURE_ID_FIELD[stage])
        .filter((field) => row[field] !== null && row[field] === from[field]);
      if (pinned.length > 0)
        await tx.patch(sample, row.id, Object.fromEntries(pinned.map((field) => [field, to[field]])));
    }
    await recordEvent(tx, context, {
      type: 'SPECIMEN_UPDATED',
      targetType: 'Specimen',
      targetId: id,
      data: {
        flowId: to.id,
        from: from.flowVersion,
        to: to.flowVersion,
        reason: `Flow ${to.code} version ${from.flowVersion} → ${to.flowVersion}`,
      },
    });
  }
}
