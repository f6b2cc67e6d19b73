import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { calculatedValues } from './calculated-values.ts';
import { currentValues, valueKey } from './current-values.ts';
import type { Field } from './field.ts';
import { type FieldValue, fieldValue } from './field-value.ts';
import { operandFields } from './operands.ts';
import { isLive, type SectionRun } from './section-run.ts';

/** Calculations in an order in which each comes after those that it uses. */
export function calculationOrder(fields: readonly Field[]): Field[] {
  const waiting = fields.filter((field) => field.type === 'CALCULATION');
  const ordered: Field[] = [];
  while (waiting.length > 0) {
    const blocked = new Set(waiting.map((field) => field.name));
    const next = waiting.findIndex(
      (field) => !operandFields(field.operands).some((name) => blocked.has(name) && name !== field.name),
    );
    ordered.push(...waiting.splice(Math.max(0, next), 1));
  }
  return ordered;
}

/** Brings the calculated values of every open section of the batch in line with their operands; pending ones wait. */
export async function recalculate(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
): Promise<void> {
  const rows = run.rows.filter(isLive);
  const sectionOf = new Map(run.steps.map((step) => [step.id, step.sectionId]));
  for (const field of calculationOrder(run.fields)) {
    const target = run.all.find(({ section }) => section.id === sectionOf.get(field.stepId));
    if (!target || target.assigned.completionEventId !== null || target.assigned.waitsForId !== null)
      continue;
    const known = currentValues(run.values, run.fields);
    for (const [rowId, result] of calculatedValues(field, rows, run.fields, known)) {
      const sampleId = rowId === '' ? null : rowId;
      const before = known.get(valueKey(field.id, sampleId))?.current;
      if (result.value === null || before?.value === result.value) continue;
      run.values.push(
        await writeCalculated(tx, context, target.assigned.id, field, sampleId, result.value, before),
      );
    }
  }
}

function writeCalculated(
  tx: Transaction,
  context: OperationContext,
  assignedSectionId: string,
  field: Field,
  sampleId: string | null,
  value: string,
  before: FieldValue | undefined,
): Promise<FieldValue> {
  return tx.insert(fieldValue, {
    id: context.newId(),
    assignedSectionId,
    fieldId: field.id,
    sampleId,
    value,
    numericValue: value,
    enteredById: context.actor.userId,
    occurredAt: context.occurredAt,
    inputMethod: 'CALCULATED',
    supersedesId: before?.id ?? null,
    changeReason: before ? 'Recalculated.' : null,
    conflict: false,
    late: false,
    removed: false,
  });
}
