import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import {
  bool,
  decimal,
  instant,
  int,
  json,
  largeCount,
  longText,
  ref,
  requiredText,
  text,
} from '#db/values/field-types.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { ImportedFile } from './imported-run.ts';
import { RunStatus } from './run-state.ts';

/** What a person decided about a run: good, not good, or good for some of its samples. */
const RUN_VERDICTS = ['PENDING', 'PASS', 'PARTIAL', 'FAIL'] as const;
const RunVerdict = z.enum(RUN_VERDICTS);
type RunVerdict = z.infer<typeof RunVerdict>;

/** The label and tone of each verdict. */
export const RUN_VERDICT_DISPLAY: Record<RunVerdict, StatusDisplay & { icon: string }> = {
  PENDING: { label: 'To decide', rank: 0, tone: 'warning', icon: 'hourglass' },
  PASS: { label: 'Passed', rank: 1, tone: 'good', icon: 'circle-check' },
  PARTIAL: { label: 'Passed in part', rank: 2, tone: 'active', icon: 'circle-dashed' },
  FAIL: { label: 'Failed', rank: 3, tone: 'bad', icon: 'circle-x' },
};

/** How a figure was measured. */
const MeasureSource = z.enum(['basecalled', 'estimated', 'modal', 'mean']);

/** The yield of a barcode that no sample of the batch has. */
const UnassignedYield = z.strictObject({
  barcode: text.nullable(),
  alias: text.nullable(),
  basesPass: largeCount,
});

/** One run of a sequencer on one flow cell (domain-lab 15), known by its id in MinKNOW. */
export const batchResult = defineEntity({
  name: 'BatchResult',
  table: 'batch_result',
  schema: z.object({
    ...tenantFields,
    batchId: ref,
    /** Null when the instrument is not one of the lab's list; its serial number says which it was. */
    sequencerId: ref.nullable(),
    instrumentSerial: text.nullable(),
    positionName: text.nullable(),
    flowCellId: text.nullable(),
    flowCellProductCode: text.nullable(),
    flowCellInventoryItemId: ref.nullable(),
    poresAtStart: int.min(0).nullable(),
    kit: text.nullable(),
    experimentId: text.nullable(),
    /** `protocol_run_id` of MinKNOW. */
    minknowRunId: requiredText,
    acquisitionId: text.nullable(),
    runStatus: RunStatus,
    /** The state in the words of MinKNOW. */
    rawState: text.nullable(),
    stopOrigin: text.nullable(),
    softwareVersion: text.nullable(),
    basecalled: bool,
    startedAt: instant.nullable(),
    endedAt: instant.nullable(),
    readsPass: largeCount,
    readsFail: largeCount,
    basesPass: largeCount,
    basesFail: largeCount,
    estimatedBases: largeCount,
    n50: int.min(0).nullable(),
    n50Source: MeasureSource.nullable(),
    meanQscore: decimal.nullable(),
    qscoreSource: MeasureSource.nullable(),
    outputPath: longText.nullable(),
    reportFileId: ref.nullable(),
    attempt: int.min(1),
    /** Whether the instrument had written everything when the files were read. */
    isFinal: bool,
    importedFrom: z.array(ImportedFile),
    /** The last comparison of the files with the hashes of the instrument: `HashCheck`; null without one. */
    hashCheck: json.nullable(),
    /** The yields by barcode that belong to no sample of the batch. */
    unassigned: z.array(UnassignedYield),
    /** Curves and histograms: `RunPlots`. */
    plots: json,
    qcVerdict: RunVerdict,
    countsForOrder: bool,
    analyse: bool,
    verdictById: ref.nullable(),
    verdictAt: instant.nullable(),
    verdictReason: longText.nullable(),
  }),
  list: {
    sort: ['startedAt', 'endedAt', 'runStatus', 'qcVerdict', 'basesPass', 'flowCellId', 'experimentId'],
    filter: ['runStatus', 'qcVerdict', 'sequencerId', 'flowCellId', 'batchId'],
    search: ['flowCellId', 'experimentId', 'minknowRunId', 'instrumentSerial'],
  },
  indexes: ['batchId', 'minknowRunId', 'flowCellId', 'sequencerId'],
  // What the completion of a batch asks for, and what names a run.
  replica: {
    own: { collection: 'batches' },
    fields: [
      'id',
      'updatedAt',
      'version',
      'deleted',
      'entity',
      'batchId',
      'sequencerId',
      'positionName',
      'flowCellId',
      'minknowRunId',
      'runStatus',
      'startedAt',
    ],
  },
});
export type BatchResult = Row<typeof batchResult>;
