import { isVisible } from '#db/access/lab.ts';
import type { Batch } from '#db/batches/batch.ts';
import type { BatchControl } from '#db/batches/batch-control.ts';
import { batchOf, plateOf, procedureOf } from '#db/batches/find-batch.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Field, field } from '#db/protocols/field.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { type Step, section, step } from '#db/protocols/section.ts';
import { type Signature, signature } from '#db/protocols/signing/signature.ts';
import { type CurrentValue, currentValues } from '#db/protocols/values/current-values.ts';
import { type FieldValue, fieldValue, isFromPlate } from '#db/protocols/values/field-value.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { compareWells } from '#db/values/plate-well.ts';
import { type AssignedSection, assignedSection } from './assigned-section.ts';
import { type RunningSection, runningSections, validSignatures } from './current-section.ts';

/** A row of a PER_SAMPLE grid: a sample or a control, in plate order. */
export interface GridRow {
  id: string;
  barcode: string;
  well: string | null;
  sample: Sample | null;
  control: BatchControl | null;
}

/** Everything that a rule about a running section needs, loaded once. */
export interface SectionRun {
  assigned: AssignedSection;
  running: RunningSection;
  /** All sections of the batch in order. */
  all: RunningSection[];
  batch: Batch;
  procedure: Procedure;
  steps: Step[];
  /** All fields of the procedure; `own` those of this section. */
  fields: Field[];
  own: Field[];
  /** All values of the batch; those of this section have the id of `assigned`. */
  values: FieldValue[];
  signatures: Signature[];
  rows: GridRow[];
}

/** Load the assigned section, or throw NOT_FOUND. */
export async function assignedSectionOf(
  tx: Transaction,
  context: Pick<OperationContext, 'actor'>,
  id: string,
): Promise<AssignedSection> {
  const sectionRow = await tx.get(assignedSection, id);
  if (!sectionRow || !isVisible(context.actor, sectionRow))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
  // The batch was moved to a newer version while this device still had the sections of the earlier one.
  if (sectionRow.deleted)
    throw refuse(
      'BATCH_MOVED',
      'The batch was moved to a newer version of its procedure. Record this in its new sections.',
    );
  return sectionRow;
}

/** List the rows of a PER_SAMPLE grid: samples, then controls, each in plate order. */
export function gridRows(samples: readonly Sample[], controls: readonly BatchControl[]): GridRow[] {
  const byWell = (a: GridRow, b: GridRow) => compareWells(a.well ?? '', b.well ?? '');
  const sampleRows = samples.map((sample) => ({
    id: sample.id,
    barcode: sample.barcode,
    well: sample.plateLocation,
    sample,
    control: null,
  }));
  const controlRows = controls.map((control) => ({
    id: control.id,
    barcode: control.name,
    well: control.plateLocation,
    sample: null,
    control,
  }));
  return [...sampleRows.sort(byWell), ...controlRows.sort(byWell)];
}

/** Load a running section with its batch, method, values and signatures. */
export async function loadSectionRun(
  tx: Transaction,
  context: Pick<OperationContext, 'actor'>,
  id: string,
): Promise<SectionRun> {
  const assigned = await assignedSectionOf(tx, context, id);
  const batch = await batchOf(tx, context, assigned.batchId);
  const procedure = await procedureOf(tx, batch);
  const all = runningSections(
    await tx.find(assignedSection, { batchId: batch.id }),
    await tx.find(section, { procedureId: procedure.id }),
  );
  const running = all.find((one) => one.assigned.id === id);
  if (!running) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const steps = await tx.find(step, { procedureId: procedure.id });
  const fields = await tx.find(field, { procedureId: procedure.id });
  const ownSteps = new Set(steps.filter((one) => one.sectionId === assigned.sectionId).map((one) => one.id));
  const { samples, controls } = await plateOf(tx, batch.id);
  return {
    assigned,
    running,
    all,
    batch,
    procedure,
    steps,
    fields,
    own: fields.filter((one) => ownSteps.has(one.stepId)).sort((a, b) => a.order - b.order),
    values: await tx.find(fieldValue, { assignedSectionId: all.map((one) => one.assigned.id) }),
    signatures: await tx.find(signature, { targetId: id }),
    rows: gridRows(samples, controls),
  };
}

/** List the values of one assigned section. */
export const valuesOf = (run: SectionRun, assignedSectionId: string = run.assigned.id): FieldValue[] =>
  run.values.filter((value) => value.assignedSectionId === assignedSectionId);

/**
 * List the values of the batch that count: values of a section that waits for an earlier one do not count
 * yet.
 */
export function countingValues(run: SectionRun): FieldValue[] {
  const since = new Map(
    run.all.flatMap(({ assigned }) =>
      assigned.waitsForId === null ? [] : [[assigned.id, assigned.waitingSince ?? '']],
    ),
  );
  return run.values.filter((value) => {
    const waitingSince = since.get(value.assignedSectionId);
    return (
      value.inputMethod === 'CALCULATED' || waitingSince === undefined || value.occurredAt < waitingSince
    );
  });
}

/** Compute the current values of this section by `valueKey`. */
export const currentOf = (run: SectionRun): Map<string, CurrentValue> =>
  currentValues(valuesOf(run), run.fields);

/** Check whether this value was part of a record that was signed before the section was reopened. */
export const wasSigned = ({ assigned }: SectionRun, value: FieldValue): boolean =>
  assigned.reopenedAt !== null && value.occurredAt <= assigned.reopenedAt;

/** Check whether the actor recorded this value before and may replace it without a reason: nobody signed it. */
export const isOwnUnsignedValue = (context: OperationContext, run: SectionRun, value: FieldValue): boolean =>
  value.enteredById === context.actor.userId &&
  value.occurredAt <= context.occurredAt &&
  !isFromPlate(value) &&
  !wasSigned(run, value);

/** Find the signature that completes the section or awaits review, if any. */
export const validSignature = (run: SectionRun): Signature | undefined =>
  validSignatures(run.assigned, run.signatures).find((one) => one.type === 'SIGNED');

/** Find the first earlier section that is not complete, if any. */
export const earlierIncomplete = (run: SectionRun): RunningSection | undefined =>
  run.all.find(
    (one) => one.section.order < run.running.section.order && one.assigned.completionEventId === null,
  );

/** Check whether a row still counts in this batch: neither failed nor canceled. */
export const isLive = (row: GridRow): boolean =>
  row.control !== null ||
  (row.sample !== null &&
    ['BATCH_ASSIGNED', 'IN_PROGRESS', 'COMPLETED', 'DEPLETED'].includes(row.sample.status));
