import { type BalancingRow, balance } from './balancing.ts';
import { type Calculated, calculate, type FoundOperand, operandMissing } from './calculate.ts';
import type { CurrentValue } from './current-values.ts';
import { valueKey } from './current-values.ts';
import type { Field } from './field.ts';
import { ArithmeticOperands, BalancingOperands, type Operand, SAMPLE_QUANTITY_LABEL } from './operands.ts';
import type { GridRow } from './section-run.ts';

/** The values that calculations may use: those of the whole batch, by `valueKey`. */
export type KnownValues = ReadonlyMap<string, CurrentValue>;

/**
 * Find an operand for a row: a field of the same row or of the batch, a quantity of the sample, or the
 * constant.
 */
export function findOperand(
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
