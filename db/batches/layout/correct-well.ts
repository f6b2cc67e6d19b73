import { type Batch, batch as batchEntity } from '#db/batches/batch.ts';
import { batchControl } from '#db/batches/batch-control.ts';
import { drawInput, returnInput } from '#db/batches/batch-volume.ts';
import { plateOf, procedureOf, recordLayoutChange } from '#db/batches/find-batch.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { resolveMergedSample } from '#db/samples/find-sample.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { wellPosition } from '#db/values/plate-well.ts';
import { moveSpecimens } from './move-specimens.ts';
import type { WellContent } from './plate-layout.ts';
import { releaseSample } from './release-sample.ts';

/** The actual well of a sample or control of a started plate; `well` null = it is not on the plate. */
export interface WellTarget extends WellContent {
  well: string | null;
  /** Null keeps the DNA barcode. */
  dnaBarcode: string | null;
}

/** The statuses of material that can go into a batch in work: nothing has ended for it. */
const USABLE: readonly SampleStatus[] = [
  'RECEIVED',
  'IN_QUEUE',
  'SUPPLEMENTAL',
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_ON_HOLD',
  'RECEIVED_QUARANTINED',
  'ACTION_REQUIRED',
];

/** On the plate, but left out when the batch started. */
const NOT_IN_WORK: readonly SampleStatus[] = ['BATCH_ASSIGNED', 'FAILED_VISUAL_INSPECTION'];

const wellFields = (well: string | null): Pick<Sample, 'plateLocation' | 'batchOrder'> => ({
  plateLocation: well,
  batchOrder: well === null ? null : (wellPosition(well) ?? null),
});

/**
 * Correct the plate of a started batch by a person's decision: volumes are corrected, and material in the way
 * goes to the well that becomes free, or off the plate when there is none.
 */
export async function correctWell(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  target: WellTarget,
  reason: string,
): Promise<void> {
  // A canceled batch has returned its drawn volumes and has an empty plate.
  if (row.status === 'CANCELED') return;
  const { layout } = await plateOf(tx, row.id);
  const before = [...layout].find(([, content]) => content.id === target.id)?.[0] ?? null;
  const occupant = target.well === null ? undefined : layout.get(target.well);
  await moveAndNote(tx, context, row, target, reason);
  if (occupant && occupant.id !== target.id && (await isOnPlate(tx, row, target)))
    await moveAndNote(tx, context, row, { ...occupant, well: before, dnaBarcode: null }, reason);
  if (target.dnaBarcode !== null) await giveBarcode(tx, row, target, target.dnaBarcode);
}

async function moveAndNote(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  target: WellTarget,
  reason: string,
): Promise<void> {
  const barcode =
    target.kind === 'control'
      ? await moveControl(tx, target)
      : await moveSample(tx, context, row, target, reason);
  await recordLayoutChange(tx, context, row.id, { id: target.id, barcode, well: target.well, reason });
}

async function isOnPlate(tx: Transaction, row: Batch, { kind, id }: WellContent): Promise<boolean> {
  return kind === 'control' || (await tx.get(sample, id))?.batchId === row.id;
}

async function moveControl(tx: Transaction, { id, well }: WellTarget): Promise<string> {
  const controlRow = await tx.get(batchControl, id);
  if (!controlRow) return id;
  await tx.patch(
    batchControl,
    id,
    well === null ? { deleted: true } : { deleted: false, plateLocation: well },
  );
  return controlRow.name;
}

async function moveSample(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  { id, well }: WellTarget,
  reason: string,
): Promise<string> {
  const controlRow = await resolveMergedSample(tx, id);
  if (!controlRow) return id;
  const method = await procedureOf(tx, row);
  const member = controlRow.batchId === row.id;
  if (well === null) {
    if (member) await takeOut(tx, context, row, method, controlRow, reason);
  } else if (member && !NOT_IN_WORK.includes(controlRow.status))
    await tx.patch(sample, controlRow.id, wellFields(well));
  else await joinStarted(tx, context, row, method, controlRow, well, reason);
  return controlRow.barcode;
}

/** Take a sample off a started plate: its drawn volume is returned, and it waits in the queue again. */
async function takeOut(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  method: Procedure,
  controlRow: Sample,
  reason: string,
): Promise<void> {
  if (row.status !== 'IN_PROGRESS') {
    // The outputs of a closed batch stay; a person reviews them.
    await tx.patch(sample, controlRow.id, { ...wellFields(null), flaggedForReview: true });
    return;
  }
  await returnInput(tx, context, row, method, controlRow, reason);
  if (controlRow.status === 'IN_PROGRESS' || controlRow.status === 'BATCH_ASSIGNED')
    await releaseSample(tx, context, controlRow, reason);
  else await tx.patch(sample, controlRow.id, { batchId: null, ...wellFields(null), flaggedForReview: true });
}

/**
 * Put a sample into work in a started batch, from its present place, and draw its input. For an ended sample
 * or a closed batch only the volume is booked, and a person reviews it.
 */
export async function joinStarted(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  method: Procedure,
  controlRow: Sample,
  well: string | null,
  reason: string,
): Promise<void> {
  const revived = controlRow.status === 'CANCELED' && controlRow.duplicateOfSampleId !== null;
  const usable = USABLE.includes(controlRow.status) || revived;
  if (controlRow.batchId !== null && usable) await leaveOther(tx, context, controlRow, row, reason);
  await drawInput(tx, context, row, method, controlRow);
  if (!usable || row.status !== 'IN_PROGRESS') {
    await tx.patch(sample, controlRow.id, { flaggedForReview: true });
    return;
  }
  await tx.patch(sample, controlRow.id, { batchId: row.id, status: 'IN_PROGRESS', ...wellFields(well) });
  await recordEvent(tx, context, {
    type: 'SAMPLE_STATUS_CHANGED',
    targetType: 'Sample',
    targetId: controlRow.id,
    data: { from: controlRow.status, to: 'IN_PROGRESS', reason },
  });
  const waiting = ['RECEIVED', 'SUPPLEMENTAL', 'RECEIVED_AWAITING_OPTIMAL_BATCH'] as const;
  await moveSpecimens(tx, context, [controlRow], waiting, 'BATCH_ASSIGNED');
  await moveSpecimens(tx, context, [controlRow], ['BATCH_ASSIGNED'], 'IN_PROGRESS');
}

/** Return the volume that another batch drew for a sample that was not in it. */
async function leaveOther(
  tx: Transaction,
  context: OperationContext,
  controlRow: Sample,
  row: Batch,
  reason: string,
): Promise<void> {
  const other = controlRow.batchId === null ? undefined : await tx.get(batchEntity, controlRow.batchId);
  if (!other || other.id === row.id || controlRow.status !== 'IN_PROGRESS') return;
  await returnInput(tx, context, other, await procedureOf(tx, other), controlRow, reason);
}

// A barcode is used once on a flow cell: its present holder takes the barcode that becomes free.
async function giveBarcode(
  tx: Transaction,
  row: Batch,
  target: WellTarget,
  dnaBarcode: string,
): Promise<void> {
  const { samples, controls } = await plateOf(tx, row.id);
  const own = [...samples, ...controls].find((one) => one.id === target.id);
  if (!own || own.dnaBarcode === dnaBarcode) return;
  const freed = { dnaBarcode: own.dnaBarcode };
  for (const one of samples)
    if (one.dnaBarcode === dnaBarcode && one.id !== target.id) await tx.patch(sample, one.id, freed);
  for (const one of controls)
    if (one.dnaBarcode === dnaBarcode && one.id !== target.id) await tx.patch(batchControl, one.id, freed);
  if (target.kind === 'control') await tx.patch(batchControl, target.id, { dnaBarcode });
  else await tx.patch(sample, target.id, { dnaBarcode });
}
