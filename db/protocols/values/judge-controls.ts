import { batchControl, type ControlType } from '#db/batches/batch-control.ts';
import { applied, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import type { Field } from '#db/protocols/field.ts';
import { countingValues, type SectionRun } from '#db/protocols/sections/section-run.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { currentValues } from './current-values.ts';

/**
 * Check whether this value fails the control. A positive control must lie in the quality range of its field,
 * as samples must. A negative or no-template control must contain nothing: it fails when it reaches what a
 * sample needs.
 */
export function failsControl(
  field: Pick<Field, 'qcMin' | 'qcMax'>,
  controlType: ControlType,
  numeric: string | null,
): boolean {
  if (numeric === null) return false;
  const value = Number(numeric);
  const tooMuch = field.qcMax !== null && value > Number(field.qcMax);
  if (field.qcMin === null) return tooMuch;
  const reached = value >= Number(field.qcMin);
  return controlType === 'POSITIVE_CONTROL' ? tooMuch || !reached : reached;
}

/**
 * Judge the controls of a batch by the quality ranges of their values: one value outside fails the control
 * (domain 5.7).
 */
export async function judgeControls(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
): Promise<RuleResult> {
  const controlFields = new Map(
    run.fields.filter((one) => one.qcMin !== null || one.qcMax !== null).map((one) => [one.id, one]),
  );
  const counting = countingValues(run);
  const texts: string[] = [];
  for (const { control } of run.rows) {
    if (!control) continue;
    const values = [...currentValues(counting, run.fields).values()].filter(
      (one) => one.sampleId === control.id && controlFields.has(one.fieldId),
    );
    if (values.length === 0) continue;
    const passed = values.every(({ fieldId, current }) => {
      const field = controlFields.get(fieldId);
      return field === undefined || !failsControl(field, control.controlType, current.numericValue);
    });
    if (control.passed === passed) continue;
    await tx.patch(batchControl, control.id, { passed });
    if (passed) continue;
    const data = { controlId: control.id, name: control.name, by: context.actor.name };
    await recordEvent(tx, context, {
      type: 'CONTROL_FAILED',
      targetType: 'Batch',
      targetId: run.batch.id,
      data,
    });
    texts.push(`Control ${control.name} failed.`);
  }
  return texts.length > 0 ? warned('CONTROL_FAILED', texts.join(' ')) : applied;
}
