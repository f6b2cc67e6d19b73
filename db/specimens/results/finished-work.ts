import { BATCH_TYPE_FACTS, BATCH_TYPES, type BatchType } from '#db/batches/batch.ts';
import { PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { SAMPLE_STATUS, type Sample, type SampleStatus } from '#db/samples/sample.ts';
import { MIRROR_STATUSES } from '#db/samples/sample-lifecycle.ts';

/** The fields of a sample that show the progress of its work. */
export type Worked = Pick<
  Sample,
  | 'barcode'
  | 'status'
  | 'stage'
  | 'flaggedForReview'
  | 'samplePreparationProcedureId'
  | 'extractionProcedureId'
  | 'libraryPreparationProcedureId'
  | 'sequencingProcedureId'
>;

/** Statuses of a sample on its way through its flow. */
export const OPEN_WORK: readonly SampleStatus[] = [
  ...MIRROR_STATUSES,
  'IN_QUEUE',
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
];
const DONE: readonly SampleStatus[] = ['COMPLETED', 'DEPLETED', 'IN_STORAGE'];

/** Return the last stage for which a sample has a procedure. */
const lastStage = (row: Worked): BatchType | null =>
  BATCH_TYPES.findLast((stage) => row[PROCEDURE_ID_FIELD[stage]] !== null) ?? null;

/** Check whether this sample has come through the last stage of its flow. */
export const isThrough = (row: Worked): boolean =>
  row.stage !== null && row.stage === lastStage(row) && DONE.includes(row.status);

/** List the unfinished work on a specimen, one sentence each; empty when its results can be reviewed. */
export function unfinishedWork(samples: readonly Worked[]): string[] {
  const [first] = samples;
  if (!first) return ['Nothing of it has been worked on.'];
  const open = samples.filter(({ status }) => OPEN_WORK.includes(status));
  const flagged = samples.filter((row) => row.flaggedForReview && DONE.includes(row.status));
  const stage = lastStage(first);
  return [
    ...notFinished(open),
    ...(open.length === 0 && !samples.some(isThrough)
      ? [
          `No sample of it has come through ${stage ? BATCH_TYPE_FACTS[stage].label.toLowerCase() : 'its flow'}.`,
        ]
      : []),
    ...(flagged.length > 0 ? [`Review ${namesOf(flagged)} first: flagged for review.`] : []),
  ];
}

function notFinished(open: readonly Worked[]): string[] {
  const [one, ...furtherSamples] = open;
  if (!one) return [];
  if (furtherSamples.length > 0) return [`${open.length} samples are not finished.`];
  return [`Sample ${one.barcode} is not finished: “${SAMPLE_STATUS[one.status].label}”.`];
}

const namesOf = (rows: readonly Worked[]): string =>
  rows.length === 1 ? `sample ${rows[0]?.barcode}` : `${rows.length} samples`;
