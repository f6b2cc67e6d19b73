import { FIELD_TARGET, type Field, type FieldTarget, field } from '#db/protocols/field.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { currentSection, runningSections } from '#db/protocols/sections/current-section.ts';
import { currentValues, valueKey } from '#db/protocols/values/current-values.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { SAMPLE_STATUS, type Sample, type SampleStatus } from '#db/samples/sample.ts';
import { runProblems } from '#db/sequencing/runs/run-problems.ts';
import { HELD_IN_WORK } from '#db/specimens/holding/hold-in-work.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Batch } from './batch.ts';
import type { BatchPlate } from './find-batch.ts';
import { SAMPLE_IN_TWO_BATCHES } from './layout/place-one.ts';

/** How a sample of a started batch may have ended before the batch is completed. */
const TERMINAL_STATUSES: readonly SampleStatus[] = [
  'COMPLETED',
  'DEPLETED',
  'IN_STORAGE',
  'FAILED_QC',
  'FAILED_BATCH_DUPLICATE',
  'FAILED_VISUAL_INSPECTION',
  'FAILED_QC_CANCELED',
  'RESET',
  'CANCELED',
];

/**
 * Return whether a sample was never part of the work of its started batch: not started with it, or without a
 * well.
 */
export const isLeftOver = (row: Sample): boolean =>
  row.status === 'IN_PROGRESS' ? row.plateLocation === null : !TERMINAL_STATUSES.includes(row.status);

/** Return a sentence for each sample of a started batch that would be lost at its completion. */
const unaccountedProblems = (samples: readonly Sample[]): string[] =>
  samples.filter(isLeftOver).map((row) => {
    const problemText =
      row.status === 'IN_PROGRESS'
        ? 'has no well'
        : `was not started with the batch: “${SAMPLE_STATUS[row.status].label}”`;
    return `Sample ${row.barcode} ${problemText}. Fail it, or remove it from the batch.`;
  });

/** The measured values of each sample by the target of the field: target -> sample id -> value. */
export type MappedValues = ReadonlyMap<FieldTarget, ReadonlyMap<string, string>>;

/** Return the samples that the batch can complete. */
export const samplesInProgress = (plate: BatchPlate): Sample[] =>
  plate.samples.filter((row) => row.status === 'IN_PROGRESS');

/** Read the current values of mapped fields of a batch. A PER_BATCH value counts for every sample. */
export async function mappedValues(
  tx: Transaction,
  batch: Batch,
  samples: readonly Sample[],
): Promise<MappedValues> {
  const sections = await tx.find(assignedSection, { batchId: batch.id });
  const values = await tx.find(fieldValue, { assignedSectionId: sections.map((row) => row.id) });
  const fields = await tx.find(field, { procedureId: batch.procedureId });
  const current = currentValues(values, fields);
  const mapped = new Map<FieldTarget, Map<string, string>>();
  for (const one of fields) {
    if (one.mapsTo === null) continue;
    const bySample = mapped.get(one.mapsTo) ?? new Map<string, string>();
    for (const row of samples) {
      const currentValue = current.get(valueKey(one.id, one.scope === 'PER_SAMPLE' ? row.id : null));
      if (currentValue) bySample.set(row.id, currentValue.current.value);
    }
    mapped.set(one.mapsTo, bySample);
  }
  return mapped;
}

const lacking = (fields: readonly Field[], mapped: MappedValues, samples: readonly Sample[]): string[] =>
  [...new Set(fields.flatMap((one) => (one.required && one.mapsTo !== null ? [one.mapsTo] : [])))].flatMap(
    (target) => {
      const without = samples.filter((row) => !mapped.get(target)?.has(row.id)).map((row) => row.barcode);
      return without.length > 0
        ? [`${without.length} samples have no ${FIELD_TARGET[target]}. Samples: ${without.join(', ')}.`]
        : [];
    },
  );

/** Return the text for the first section of a completed batch that is open again, or null. */
export async function openSectionProblem(tx: Transaction, batch: Batch): Promise<string | null> {
  const sections = await tx.find(section, { procedureId: batch.procedureId });
  const open = currentSection(
    runningSections(await tx.find(assignedSection, { batchId: batch.id }), sections),
  );
  return open ? `Complete ${open.section.name} first.` : null;
}

/** Return every reason why a batch cannot be completed, with the texts of domain 5.10. */
export async function completionProblems(
  tx: Transaction,
  batch: Batch,
  plate: BatchPlate,
): Promise<string[]> {
  const sections = await tx.find(assignedSection, { batchId: batch.id });
  const problems = sections.some((row) => row.completionEventId === null)
    ? ['All sections must be completed.']
    : [];
  problems.push(...unaccountedProblems(plate.samples));
  const samples = samplesInProgress(plate);
  const fields = await tx.find(field, { procedureId: batch.procedureId });
  problems.push(...lacking(fields, await mappedValues(tx, batch, samples), samples));
  problems.push(...(await runProblems(tx, batch, samples)));
  const open = await openConflictsOf(tx, batch, plate);
  if (open > 0) problems.push(`Resolve ${open} sync conflicts first.`);
  const failed = plate.controls.filter((row) => row.passed === false && row.acceptedReason === null);
  problems.push(...failed.map((row) => `Control ${row.name} failed and has not been accepted.`));
  return problems;
}

// A sample that two batches claim keeps both from being completed, whichever of them the conflict names; a
// specimen on hold does too.
async function openConflictsOf(tx: Transaction, batch: Batch, plate: BatchPlate): Promise<number> {
  const own = await tx.find(syncConflict, { batchId: batch.id, status: 'OPEN' });
  const ids = [
    ...new Set(plate.samples.flatMap((row) => [row.id, ...(row.specimenId ? [row.specimenId] : [])])),
  ];
  const about = ids.length === 0 ? [] : await tx.find(syncConflict, { targetId: ids, status: 'OPEN' });
  const crossBatchConflicts = about.filter(
    ({ kind }) => kind === SAMPLE_IN_TWO_BATCHES || kind === HELD_IN_WORK,
  );
  return new Set([...own, ...crossBatchConflicts].map((one) => one.id)).size;
}
