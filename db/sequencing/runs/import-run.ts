import { z } from 'zod';
import { batchOf, plateOf } from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { linkRun } from '../flow-cells/link-run.ts';
import { sequencer } from '../sequencers/sequencer.ts';
import { type BatchResult, batchResult } from './batch-result.ts';
import { updateCumulativeYield } from './cumulative-yield.ts';
import { ImportedRun } from './imported-run.ts';
import { countReleased } from './released-results.ts';
import { interpretRunState, type RunState } from './run-state.ts';
import { sampleResult } from './sample-result.ts';
import { type AssignedYields, assignYields } from './sample-yields.ts';

/**
 * Import a run of a sequencer into its batch. Importing it again updates its figures; figures that become smaller
 * need a reason, because the files may be those of an earlier moment.
 */
export const importRun = defineOperation({
  name: 'import-run',
  version: 1,
  kind: 'intent',
  title: 'Import run',
  grant: 'internal/results:create',
  args: z.strictObject({
    batchId: ref,
    run: ImportedRun,
    /** Why smaller figures, or those of released results, are replaced; null while nobody was asked. */
    changeReason: Reason.nullable().default(null),
  }),
  subjects: ({ batchId }) => [batchId],
  async run(tx, { batchId, run, changeReason }, context) {
    onlineOnly(context);
    const batch = await batchOf(tx, context, batchId);
    if (batch.type !== 'SEQUENCING')
      throw refuse('NOT_SEQUENCING', `Batch ${batch.julianId} is not a sequencing batch.`);
    if (batch.status !== 'IN_PROGRESS' && batch.status !== 'COMPLETED')
      throw refuse('NOT_STARTED', `Batch ${batch.julianId} is not in progress.`);
    const [known] = await tx.find(batchResult, { minknowRunId: run.minknowRunId, deleted: false });
    if (known && known.batchId !== batchId)
      throw refuse('OTHER_BATCH', 'This run belongs to another batch already.');
    const decreases = known ? findDecreases(known, run) : [];
    if (decreases.length > 0 && changeReason === null)
      throw refuse('FIGURES_DECREASE', `${decreases.join(' ')} Give a reason to replace them.`);
    const released = known ? await countReleased(tx, known.id) : 0;
    if (
      known &&
      released > 0 &&
      changeReason === null &&
      FIGURE_KEYS.some((key) => run.yield[key] !== known[key])
    )
      throw refuse(
        'RESULTS_RELEASED',
        `Results of ${released} specimens of this run are released. Give a reason to change their figures.`,
      );
    const state = endState(known, interpretRunState(run.rawState));
    const { samples } = await plateOf(tx, batchId);
    const yields = assignYields(run.barcodes, samples);
    const { id: resultId, sequencerId } = await writeRun(tx, context, { batchId, run, known, state, yields });
    await linkRun(tx, context, {
      batchId,
      batchResultId: resultId,
      sequencerId,
      run,
      samples: yields.samples.map((one) => one.sample),
      hasEnded: state.hasEnded,
    });
    const previous = known ? await tx.find(sampleResult, { batchResultId: known.id, deleted: false }) : [];
    await writeSampleResults(tx, context, resultId, yields);
    const sampleIds = new Set([
      ...previous.map((row) => row.sampleId),
      ...yields.samples.map((one) => one.sample.id),
    ]);
    for (const sampleId of sampleIds) await updateCumulativeYield(tx, context, sampleId);
    const data = { rawState: run.rawState, files: run.files.map(({ name }) => name), reason: changeReason };
    await recordEvent(tx, context, {
      type: 'RUN_IMPORTED',
      targetType: 'BatchResult',
      targetId: resultId,
      data,
    });
    if (state.hasEnded && known?.runStatus !== state.status)
      await recordEvent(tx, context, {
        type: 'RUN_ENDED',
        targetType: 'BatchResult',
        targetId: resultId,
        data: {
          name: `${batch.julianId}, flow cell ${run.flowCellId ?? 'unknown'}`,
          to: state.status,
          rawState: run.rawState,
          explanation: state.explanation,
          nextStep: state.nextStep,
        },
      });
    const warning = unassignedText(yields);
    return warning === null ? applied : warned('UNASSIGNED', warning);
  },
});

interface RunToWrite {
  batchId: string;
  run: ImportedRun;
  known: BatchResult | undefined;
  state: RunState;
  yields: AssignedYields;
}

const FIGURES = {
  readsPass: 'reads passed',
  basesPass: 'bases passed',
  estimatedBases: 'estimated bases',
} as const;
const FIGURE_KEYS = ['readsPass', 'basesPass', 'estimatedBases'] as const;

/** List the figures that an import would make smaller. */
function findDecreases(known: BatchResult, { yield: next, isFinal }: ImportedRun): string[] {
  const smaller = FIGURE_KEYS.filter((key) => next[key] < known[key]).map(
    (key) =>
      `${known[key].toLocaleString('en-US')} ${FIGURES[key]} become ${next[key].toLocaleString('en-US')}.`,
  );
  return known.isFinal && !isFinal ? ['The final summary is missing in these files.', ...smaller] : smaller;
}

// An end is final: the files of an earlier moment do not start a run again.
const endState = (known: BatchResult | undefined, state: RunState): RunState =>
  known && known.runStatus !== 'IN_PROGRESS' && !state.hasEnded ? interpretRunState(known.rawState) : state;

async function writeRun(
  tx: Transaction,
  context: OperationContext,
  { batchId, run, known, state, yields }: RunToWrite,
): Promise<Pick<BatchResult, 'id' | 'sequencerId'>> {
  const [instrument] =
    run.instrumentSerial === null
      ? []
      : await tx.find(sequencer, { serialNumber: run.instrumentSerial, deleted: false });
  const fields = {
    sequencerId: instrument?.id ?? null,
    instrumentSerial: run.instrumentSerial,
    positionName: run.positionName,
    flowCellId: run.flowCellId,
    flowCellProductCode: run.flowCellProductCode,
    poresAtStart: run.poresAtStart,
    kit: run.kit,
    experimentId: run.experimentId,
    acquisitionId: run.acquisitionId,
    runStatus: state.status,
    rawState: run.rawState ?? known?.rawState ?? null,
    stopOrigin: run.stopOrigin,
    softwareVersion: run.softwareVersion,
    basecalled: run.basecalled,
    startedAt: run.startedAt,
    endedAt: state.hasEnded || run.isFinal ? run.endedAt : null,
    ...run.yield,
    n50: run.n50 === null ? null : Math.round(run.n50.value),
    n50Source: run.n50?.source ?? null,
    meanQscore: decimalOf(run.meanQscore?.value),
    qscoreSource: run.meanQscore?.source ?? null,
    outputPath: run.outputPath,
    isFinal: run.isFinal,
    importedFrom: run.files,
    hashCheck: run.hashCheck ?? known?.hashCheck ?? null,
    unassigned: yields.unassigned.map(({ barcode, alias, basesPass }) => ({ barcode, alias, basesPass })),
    plots: run.plots,
  };
  if (known) {
    await tx.patch(batchResult, known.id, fields);
    return { id: known.id, sequencerId: fields.sequencerId };
  }
  const batchRuns = await tx.find(batchResult, { batchId, deleted: false });
  const id = context.newId();
  await tx.insert(batchResult, {
    id,
    batchId,
    minknowRunId: run.minknowRunId,
    ...fields,
    attempt: batchRuns.length + 1,
    qcVerdict: 'PENDING',
    countsForOrder: true,
    analyse: true,
  });
  return { id, sequencerId: fields.sequencerId };
}

const decimalOf = (value: number | null | undefined): string | null =>
  value === null || value === undefined ? null : value.toFixed(3);

/** Write what the run gave for each sample; a sample that an earlier import had and this one has not has nothing. */
async function writeSampleResults(
  tx: Transaction,
  context: OperationContext,
  batchResultId: string,
  { samples }: AssignedYields,
): Promise<void> {
  const known = await tx.find(sampleResult, { batchResultId, deleted: false });
  for (const one of samples) {
    const figures = {
      dnaBarcode: one.dnaBarcode,
      readsPass: one.readsPass,
      basesPass: one.basesPass,
      estimatedBases: one.estimatedBases,
      n50: one.n50 === null ? null : Math.round(one.n50),
      meanReadLength: decimalOf(one.meanReadLength),
      meanQscore: decimalOf(one.meanQscore),
    };
    const row = known.find(({ sampleId }) => sampleId === one.sample.id);
    if (row) await tx.patch(sampleResult, row.id, figures);
    else
      await tx.insert(sampleResult, {
        id: context.newId(),
        entity: one.sample.entity,
        sampleId: one.sample.id,
        batchResultId,
        specimenId: one.sample.specimenId,
        ...figures,
        cumulativeBases: 0,
        qcStatus: 'PENDING',
      });
  }
  const isMissing = (sampleId: string): boolean => samples.every(({ sample }) => sample.id !== sampleId);
  for (const row of known)
    if (isMissing(row.sampleId))
      await tx.patch(sampleResult, row.id, { readsPass: 0, basesPass: 0, estimatedBases: 0 });
}

/** Format the barcodes with reads that no sample of the batch has. */
function unassignedText({ unassigned }: AssignedYields): string | null {
  const foreignBarcodes = unassigned.filter(({ barcode }) => barcode !== null && barcode !== 'unclassified');
  if (foreignBarcodes.length === 0) return null;
  const names = foreignBarcodes.slice(0, 5).map(({ alias, barcode }) => alias ?? barcode);
  const more =
    foreignBarcodes.length > names.length ? ` and ${foreignBarcodes.length - names.length} more` : '';
  return `No sample of the batch has ${names.join(', ')}${more}.`;
}
