import type { Decimal } from 'decimal.js';
import type { Batch } from '#db/batches/batch.ts';
import { drawInput } from '#db/batches/batch-volume.ts';
import type { BatchPlate } from '#db/batches/find-batch.ts';
import { startProblem } from '#db/batches/starting/start-problem.ts';
import type { StartedWell } from '#db/batches/starting/started-layout.ts';
import type { OperationContext } from '#db/operation.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { resolveMergedSample } from '#db/samples/find-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { compareWells } from '#db/values/plate-well.ts';
import { joinStarted } from './correct-well.ts';
import { openLayoutConflict } from './layout-conflict.ts';
import { lastEditorOf } from './layout-history.ts';
import { mintDuplicate } from './mint-duplicate.ts';
import { inTwoBatches, SAMPLE_IN_TWO_BATCHES, wellFields } from './place-one.ts';
import { releaseSample } from './release-sample.ts';
import { type StartingBatch, settleControls } from './settle-controls.ts';
import { askAfterStart, closeTakenWell, STARTED_WITH } from './well-taken.ts';

/** The result of applying the wells of a start. */
export interface SettledLayout {
  started: Sample[];
  /** Names of the material that differs from the layout of others. */
  differing: string[];
  /** The number of samples without a well that went back to the queue. */
  unplaced: number;
}

/**
 * Put a plate into work as its starter laid it out (domain 5.11, case 29): the pipetted layout counts, its
 * volumes are drawn, and each sample or control that another person had in another place is a conflict that
 * names both.
 */
export async function settleLayout(
  tx: Transaction,
  context: OperationContext,
  starting: StartingBatch,
): Promise<SettledLayout> {
  const { row, plate, wells } = starting;
  const settledLayout: SettledLayout = { started: [], differing: [], unplaced: 0 };
  settledLayout.differing.push(...(await settleControls(tx, context, starting)));
  const remainingVolumes = new Map<string, Decimal | null>();
  const samples = wells.filter((one) => one.sampleId !== null);
  for (const well of [...samples].sort((a, b) => compareWells(a.wellLocation, b.wellLocation)))
    await settleSample(tx, context, starting, well, remainingVolumes, settledLayout);
  const startedSampleIds = new Set(samples.map((one) => one.sampleId));
  for (const one of plate.samples)
    if (!startedSampleIds.has(one.id)) await leaveOut(tx, context, starting, one, settledLayout);
  await askAfterStart(tx, row);
  for (const one of settledLayout.started) await drawInput(tx, context, row, starting.method, one);
  return settledLayout;
}

async function settleSample(
  tx: Transaction,
  context: OperationContext,
  starting: StartingBatch,
  well: StartedWell,
  remainingVolumes: Map<string, Decimal | null>,
  settledLayout: SettledLayout,
): Promise<void> {
  const { row, before } = starting;
  const sampleRow = await startedSample(tx, context, row, well);
  // A device may not have a tube that its lab has.
  if (!sampleRow || sampleRow.deleted) return;
  const { wellLocation, dnaBarcode } = well;
  const isInOtherBatch = sampleRow.batchId !== null && sampleRow.batchId !== row.id;
  if (isInOtherBatch) {
    if (await claimFromOtherBatch(tx, context, row, sampleRow, wellLocation))
      settledLayout.differing.push(sampleRow.barcode);
    return;
  }
  const target = { kind: 'sample' as const, id: sampleRow.id, well: wellLocation, dnaBarcode };
  const problem = await startProblem(tx, context, starting, sampleRow, remainingVolumes);
  const otherWell = before.get(sampleRow.id) ?? null;
  const differs = otherWell !== wellLocation || (dnaBarcode !== null && dnaBarcode !== sampleRow.dnaBarcode);
  if (problem === null) {
    if (sampleRow.batchId === row.id)
      await changeSampleStatus(tx, context, sampleRow, 'IN_PROGRESS', { fields: wellFields(wellLocation) });
    else await joinWithoutDraw(tx, context, starting, sampleRow, wellLocation);
    await setBarcode(tx, starting, sampleRow, dnaBarcode);
    settledLayout.started.push(sampleRow);
  } else if (sampleRow.status === 'BATCH_ASSIGNED')
    await releaseSample(tx, context, sampleRow, problem.message);
  else if (sampleRow.batchId === row.id) await tx.patch(sample, sampleRow.id, wellFields(wellLocation));
  // The start answers which of two was in the well; the conflict about the other one asks for confirmation.
  const wasTaken =
    problem === null && (await closeTakenWell(tx, context, row.id, sampleRow.id, STARTED_WITH));
  if (problem === null && (!differs || wasTaken)) return;
  settledLayout.differing.push(sampleRow.barcode);
  await openLayoutConflict(tx, context, row, {
    name: sampleRow.barcode,
    started: { target, by: null },
    other: {
      target: { ...target, well: problem === null ? otherWell : null, dnaBarcode: sampleRow.dnaBarcode },
      by: await lastEditorOf(tx, context, row.id, sampleRow.id),
    },
    withheld: problem?.message ?? null,
  });
}

/**
 * Return the sample of a well; a duplicate that was refused here exists nevertheless, because the starter's
 * device made it.
 */
async function startedSample(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  { sampleId, duplicateOfSampleId }: StartedWell,
): Promise<Sample | undefined> {
  const sampleRow = sampleId === null ? undefined : await resolveMergedSample(tx, sampleId);
  if (sampleRow || sampleId === null || duplicateOfSampleId === null) return sampleRow;
  const source = await resolveMergedSample(tx, duplicateOfSampleId);
  if (!source) return undefined;
  const ids = { sampleId, barcodeId: context.newId() };
  return mintDuplicate(tx, context, row, source, { ids, suffixLetter: null, well: null });
}

// An open conflict may exist already: then the well of the start becomes the claim of the second batch.
async function claimFromOtherBatch(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  sampleRow: Sample,
  well: string,
): Promise<boolean> {
  const open = await tx.find(syncConflict, { targetId: sampleRow.id, status: 'OPEN' });
  if (open.some((one) => one.kind === SAMPLE_IN_TWO_BATCHES && one.batchId === row.id)) return false;
  await inTwoBatches(tx, context, row, sampleRow, well);
  return true;
}

async function joinWithoutDraw(
  tx: Transaction,
  context: OperationContext,
  { row, method }: StartingBatch,
  sampleRow: Sample,
  well: string,
): Promise<void> {
  const dry = { ...method, sampleInputVolume: null };
  await joinStarted(tx, context, row, dry, sampleRow, well, `Started in batch ${row.julianId}`);
}

async function setBarcode(
  tx: Transaction,
  { wells }: StartingBatch,
  sampleRow: Sample,
  dnaBarcode: string | null,
): Promise<void> {
  const usedByOther =
    dnaBarcode === null &&
    sampleRow.dnaBarcode !== null &&
    wells.some((one) => one.dnaBarcode === sampleRow.dnaBarcode);
  if (usedByOther) await tx.patch(sample, sampleRow.id, { dnaBarcode: null });
  else if (dnaBarcode !== null && dnaBarcode !== sampleRow.dnaBarcode)
    await tx.patch(sample, sampleRow.id, { dnaBarcode });
}

async function leaveOut(
  tx: Transaction,
  context: OperationContext,
  { row, wells, plate }: StartingBatch,
  one: Sample,
  settledLayout: SettledLayout,
): Promise<void> {
  const { plateLocation: well } = one;
  if (one.status !== 'BATCH_ASSIGNED') {
    const isInTheWay = wells.some((other) => other.wellLocation === well);
    if (isInTheWay) await tx.patch(sample, one.id, wellFields(null));
    return;
  }
  await releaseSample(
    tx,
    context,
    one,
    well === null ? 'Unplaced when the batch started' : 'Not on the plate when the batch started',
  );
  if (well === null) {
    settledLayout.unplaced += 1;
    return;
  }
  const target = { kind: 'sample' as const, id: one.id, well, dnaBarcode: one.dnaBarcode };
  const inWell = wells.find((other) => other.wellLocation === well);
  settledLayout.differing.push(one.barcode);
  await openLayoutConflict(tx, context, row, {
    name: one.barcode,
    started: { target: { ...target, well: null, dnaBarcode: null }, by: null },
    other: { target, by: await lastEditorOf(tx, context, row.id, one.id) },
    withheld: null,
    instead: inWell ? await nameOf(tx, plate, inWell) : null,
  });
}

async function nameOf(tx: Transaction, plate: BatchPlate, well: StartedWell): Promise<string> {
  if (well.sampleId !== null) return (await resolveMergedSample(tx, well.sampleId))?.barcode ?? well.sampleId;
  return well.name ?? plate.controls.find((one) => one.id === well.controlId)?.name ?? 'a control';
}
