import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { calculatedValues } from './calculated-values.ts';
import { currentValues, valueKey } from './current-values.ts';
import type { Field } from './field.ts';
import { type FieldValue, fieldValue } from './field-value.ts';
import { operandFields } from './operands.ts';
import { countingValues, isLive, type SectionRun } from './section-run.ts';

/** Sort calculations so that each comes after those that it uses. */
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

/** Update the calculated values of every open section of the batch to the operands that count. */
export async function recalculate(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
): Promise<void> {
  const rows = run.rows.filter(isLive);
  const sectionOf = new Map(run.steps.map((step) => [step.id, step.sectionId]));
  for (const field of calculationOrder(run.fields)) {
    const target = run.all.find(({ section }) => section.id === sectionOf.get(field.stepId));
    if (!target || target.assigned.completionEventId !== null) continue;
    const isWaiting = target.assigned.waitsForId !== null;
    const known = currentValues(countingValues(run), run.fields);
    for (const [rowId, result] of calculatedValues(field, rows, run.fields, known)) {
      const sampleId = rowId === '' ? null : rowId;
      const before = known.get(valueKey(field.id, sampleId))?.current;
      // A waiting section calculates nothing new; its earlier results stay those of the values that count.
      if (isWaiting && !before) continue;
      const place = { assignedSectionId: target.assigned.id, fieldId: field.id, sampleId };
      if (result.value === null && before) run.values.push(await takeBack(tx, context, place, before));
      if (result.value === null || before?.value === result.value) continue;
      run.values.push(await writeCalculated(tx, context, place, result.value, before));
    }
  }
}

type Place = Pick<FieldValue, 'assignedSectionId' | 'fieldId' | 'sampleId'>;

function writeCalculated(
  tx: Transaction,
  context: OperationContext,
  place: Place,
  value: string,
  before: FieldValue | undefined,
): Promise<FieldValue> {
  return tx.insert(fieldValue, {
    id: context.newId(),
    ...place,
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

// The operands give no value any more (a divisor or a length of zero), so the place becomes blank (domain
// 5.8).
function takeBack(
  tx: Transaction,
  context: OperationContext,
  place: Place,
  before: FieldValue,
): Promise<FieldValue> {
  return tx.insert(fieldValue, {
    id: context.newId(),
    ...place,
    value: before.value,
    enteredById: context.actor.userId,
    occurredAt: context.occurredAt,
    inputMethod: 'CALCULATED',
    supersedesId: before.id,
    changeReason: 'It cannot be calculated any more.',
    conflict: false,
    late: false,
    removed: true,
  });
}
