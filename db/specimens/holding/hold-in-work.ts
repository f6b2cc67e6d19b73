import { type Batch, batch, isOpen } from '#db/batches/batch.ts';
import { lastLayoutChange } from '#db/batches/layout/layout-history.ts';
import { conflicted, type OperationContext, type RuleResult } from '#db/operation.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { type ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS, type SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';

/**
 * The conflict of a specimen that one person set aside while another, who could not know, started work on it.
 */
export const HELD_IN_WORK = 'HELD_IN_WORK';

/** Who set a specimen aside, with which status, and why. */
export interface Hold {
  status: SpecimenStatus;
  reason: string;
  /** The note for the lab. */
  internalReason: string | null;
  userId: string | null;
  name: string;
  occurredAt: string;
}

/** Statuses of samples on which work continues or can continue. */
const AT_WORK: readonly SampleStatus[] = ['IN_QUEUE', 'BATCH_ASSIGNED', 'IN_PROGRESS'];

/** List the samples of a specimen that a hold concerns: those in work, else those that came through. */
export async function samplesAtWork(tx: Transaction, specimenId: string): Promise<Sample[]> {
  const all = await tx.find(sample, { specimenId });
  const open = all.filter((one) => AT_WORK.includes(one.status));
  return open.length > 0 ? open : all.filter((one) => one.status === 'COMPLETED');
}

const nameOf = (row: Specimen): string => row.julianId ?? row.requisitionNumber;

/**
 * Store a hold that arrived after the work had begun: the samples are flagged for review, their batches get a
 * warning and cannot be completed, and a lab manager decides once whether they are taken out.
 */
export async function holdInWork(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  hold: Hold,
  at: { batch: Batch; theirs: ConflictVersion } | null = null,
): Promise<RuleResult> {
  const samples = await samplesAtWork(tx, row.id);
  const flagged = samples.filter((one) => !one.flaggedForReview).map((one) => one.id);
  for (const id of flagged) await tx.patch(sample, id, { flaggedForReview: true });
  const batches = at ? [at.batch] : await openBatchesOf(tx, samples);
  for (const { id } of batches) await warnBatch(tx, context, id, row, hold);
  const open = await tx.find(syncConflict, { targetId: row.id, status: 'OPEN' });
  if (!open.some((one) => one.kind === HELD_IN_WORK))
    await openConflict(tx, context, {
      kind: HELD_IN_WORK,
      targetType: 'Specimen',
      targetId: row.id,
      batchId: batches[0]?.id ?? null,
      action: `Decide about specimen ${nameOf(row)}: set aside after work started`,
      mine: {
        userId: hold.userId,
        name: hold.name,
        occurredAt: hold.occurredAt,
        label: holdText(hold),
        value: {
          specimenId: row.id,
          status: hold.status,
          reason: hold.reason,
          internalReason: hold.internalReason,
          flagged,
        },
      },
      theirs: at?.theirs ?? (await workOn(tx, samples)),
    });
  const workText = batches[0] ? `in batch ${batches[0].julianId}` : 'at work';
  return conflicted(
    HELD_IN_WORK,
    `Specimen ${nameOf(row)} is ${workText} already. Its samples are flagged for review; a lab manager decides.`,
  );
}

const holdText = ({ status, reason }: Hold): string => `${SPECIMEN_STATUS[status].label}: ${reason}`;

async function openBatchesOf(tx: Transaction, samples: readonly Sample[]): Promise<Batch[]> {
  const ids = [...new Set(samples.flatMap((one) => one.batchId ?? []))].sort();
  const batches = ids.length === 0 ? [] : await tx.find(batch, { id: ids });
  return batches.filter((one) => isOpen(one.status));
}

const warnBatch = (
  tx: Transaction,
  context: OperationContext,
  batchId: string,
  row: Specimen,
  hold: Hold,
): Promise<string> =>
  recordEvent(tx, context, {
    type: 'BATCH_OVERRIDE',
    targetType: 'Batch',
    targetId: batchId,
    data: {
      specimenId: row.id,
      reason: `Specimen ${nameOf(row)} was set aside by ${hold.name}. ${holdText(hold)}`,
    },
  });

/** Find who started work on the samples, as the other side of the conflict. */
async function workOn(tx: Transaction, samples: readonly Sample[]): Promise<ConflictVersion | null> {
  const workedSample =
    samples.find((one) => one.batchId !== null && one.plateLocation !== null) ?? samples[0];
  if (!workedSample) return null;
  const parent =
    workedSample.batchId === null && workedSample.parentSampleId !== null
      ? await tx.get(sample, workedSample.parentSampleId)
      : undefined;
  const worked = parent ?? workedSample;
  const of = worked.batchId === null ? undefined : await tx.get(batch, worked.batchId);
  const lastChange = of ? await lastLayoutChange(tx, of.id, worked.plateLocation) : null;
  return of && lastChange ? placedVersion(lastChange, worked, of, worked.plateLocation) : null;
}

/** Format a placing for the conflict. */
export const placedVersion = (
  by: Pick<ConflictVersion, 'userId' | 'name' | 'occurredAt'>,
  row: Pick<Sample, 'id' | 'barcode'>,
  into: Batch,
  well: string | null,
): ConflictVersion => ({
  userId: by.userId,
  name: by.name,
  occurredAt: by.occurredAt,
  label: [`${row.barcode} in batch ${into.julianId}`, well].filter(Boolean).join(', '),
  value: { batchId: into.id, sampleId: row.id, well },
});
