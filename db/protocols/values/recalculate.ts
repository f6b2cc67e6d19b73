import type { OperationContext } from '#db/operation.ts';
import type { Field } from '#db/protocols/field.ts';
import { countingValues, type GridRow, isLive, type SectionRun } from '#db/protocols/sections/section-run.ts';
import type { Transaction } from '#db/transaction.ts';
import { type BalancingRow, balance } from './balancing.ts';
import {
  ArithmeticOperands,
  BalancingOperands,
  type Calculated,
  calculate,
  type FoundOperand,
  type Operand,
  operandFields,
  operandMissing,
  SAMPLE_QUANTITY_LABEL,
} from './calculate.ts';
import { type CurrentValue, currentValues, valueKey } from './current-values.ts';
import { type FieldValue, fieldValue } from './field-value.ts';
import { fillPlateBarcodes } from './plate-barcodes.ts';

/** The values that calculations may use: those of the whole batch, by `valueKey`. */
export type KnownValues = ReadonlyMap<string, CurrentValue>;

/**
 * Find an operand for a row: a field of the same row or of the batch, a quantity of the sample, or the
 * constant.
 */
function findOperand(
  operand: Operand,
  row: GridRow | null,
  fields: readonly Field[],
  known: KnownValues,
): FoundOperand {
  if ('const' in operand) return { label: operand.const, value: operand.const };
  if ('sample' in operand) {
    const quantity = row?.sample?.[operand.sample] ?? null;
    return {
      label: SAMPLE_QUANTITY_LABEL[operand.sample],
      value: quantity === null ? null : String(quantity),
    };
  }
  const field = fields.find((one) => one.name === operand.field);
  if (!field) return { label: operand.field, value: null };
  const entry = known.get(valueKey(field.id, field.scope === 'PER_SAMPLE' ? (row?.id ?? null) : null));
  return { label: field.label, value: entry?.current.numericValue ?? null };
}

/**
 * Compute a CALCULATION field for each row of the plate (or once for the batch), by row id ('' for the
 * batch).
 */
export function calculatedValues(
  field: Field,
  rows: readonly GridRow[],
  fields: readonly Field[],
  known: KnownValues,
): Map<string, Calculated> {
  if (field.calculationType === 'BALANCING') return balancedValues(field, rows, fields, known);
  const operands = ArithmeticOperands.safeParse(field.operands);
  const type = field.calculationType;
  const results = new Map<string, Calculated>();
  const targets: (GridRow | null)[] = field.scope === 'PER_SAMPLE' ? [...rows] : [null];
  for (const row of targets) {
    const terms = operands.success
      ? operands.data.terms.map((term) => findOperand(term, row, fields, known))
      : [];
    const result =
      type === null || !operands.success
        ? { value: null, problem: operandMissing(field.label, 'the definition') }
        : calculate(field.label, type, terms, field.decimals);
    results.set(row?.id ?? '', result);
  }
  return results;
}

/** Compute a balancing with the operands of its field: all rows, and the whole result for the screen. */
export function balancingOf(
  field: Field,
  rows: readonly GridRow[],
  fields: readonly Field[],
  known: KnownValues,
) {
  const parsed = BalancingOperands.safeParse(field.operands);
  if (!parsed.success) return null;
  const settings = parsed.data;
  const value = (operand: Operand, row: GridRow) => findOperand(operand, row, fields, known).value;
  const inputs: BalancingRow[] = rows.map((row) => ({
    id: row.id,
    concentration: value(settings.concentration, row),
    available: value(settings.volume, row),
    length: value(settings.length, row),
    weight: settings.weight === null ? null : value(settings.weight, row),
    control: row.control !== null,
  }));
  return balance(field.label, settings, inputs);
}

function balancedValues(
  field: Field,
  rows: readonly GridRow[],
  fields: readonly Field[],
  known: KnownValues,
): Map<string, Calculated> {
  const balanced = balancingOf(field, rows, fields, known);
  const missing = { value: null, problem: operandMissing(field.label, 'the definition') };
  if (!balanced) return new Map(rows.map((row) => [row.id, missing]));
  return new Map(
    balanced.rows.map((row): [string, Calculated] => [
      row.id,
      row.sampleVolume === null
        ? { value: null, problem: row.problem ?? operandMissing(field.label, 'Concentration') }
        : { value: row.sampleVolume, problem: null },
    ]),
  );
}

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

/**
 * Update the calculated values of every open section of the batch to the operands that count, and the DNA barcodes that
 * this section takes from the plate.
 */
export async function recalculate(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
): Promise<void> {
  await fillPlateBarcodes(tx, context, run);
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
    changeReason: 'The value can no longer be calculated.',
    conflict: false,
    late: false,
    removed: true,
  });
}
