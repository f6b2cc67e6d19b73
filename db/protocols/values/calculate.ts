import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { CalculationType } from '#db/protocols/field.ts';
import { decimal } from '#db/values/field-types.ts';

// More digits than any lab quantity has, so that only the last step rounds.
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** An operand of a calculation; the value is null when nobody recorded it. */
export interface FoundOperand {
  label: string;
  value: string | null;
}

/** A calculated value, or the reason why there is none. */
export type Calculated = { value: string; problem: null } | { value: null; problem: string };

/** Decimal places of a calculation whose field names none. */
const DEFAULT_DECIMALS = 6;

/** Format the text for a calculation that lacks an operand. */
export const operandMissing = (label: string, operand: string): string =>
  `${label} cannot be calculated: ${operand} is missing.`;

const STEP: Record<Exclude<CalculationType, 'BALANCING'>, (a: Decimal, b: Decimal) => Decimal> = {
  ADDITION: (a, b) => a.plus(b),
  SUBTRACTION: (a, b) => a.minus(b),
  MULTIPLICATION: (a, b) => a.times(b),
  DIVISION: (a, b) => a.div(b),
};

/**
 * Compute a+b+…, a-b-…, a*b*… or a/b/… in decimals, rounded half-up to `decimals` only at the end (domain
 * 5.8).
 */
export function calculate(
  label: string,
  type: Exclude<CalculationType, 'BALANCING'>,
  operands: readonly FoundOperand[],
  decimals: number | null,
): Calculated {
  const missing = operands.find((operand) => operand.value === null);
  if (missing) return { value: null, problem: operandMissing(label, missing.label) };
  const [first, ...rest] = operands.map((operand) => new Exact(operand.value ?? '0'));
  if (!first) return { value: null, problem: operandMissing(label, 'a') };
  if (type === 'DIVISION' && rest.some((divisor) => divisor.isZero())) {
    return { value: null, problem: 'Cannot divide by zero.' };
  }
  const result = rest
    .reduce(STEP[type], first)
    .toDecimalPlaces(decimals ?? DEFAULT_DECIMALS, Decimal.ROUND_HALF_UP);
  return { value: result.isZero() ? '0' : result.toFixed(), problem: null };
}

/** Quantities of the row's sample that a calculation may use. */
const SAMPLE_QUANTITIES = [
  'extractedConcentration',
  'extractedVolume',
  'remainingVolume',
  'fragmentLength',
] as const;
export type SampleQuantity = (typeof SAMPLE_QUANTITIES)[number];

/** The name of each quantity in the text for a missing operand. */
export const SAMPLE_QUANTITY_LABEL: Record<SampleQuantity, string> = {
  extractedConcentration: 'Extracted concentration',
  extractedVolume: 'Extracted volume',
  remainingVolume: 'Remaining volume',
  fragmentLength: 'Fragment length',
};

/** One number of a calculation: another field by name, a quantity of the sample, or a constant. */
export const Operand = z.union([
  z.strictObject({ field: z.string().min(1) }),
  z.strictObject({ sample: z.enum(SAMPLE_QUANTITIES) }),
  z.strictObject({ const: decimal }),
]);
export type Operand = z.infer<typeof Operand>;

/** `operands` of ADDITION, SUBTRACTION, MULTIPLICATION and DIVISION: a, b, … in order. */
export const ArithmeticOperands = z.strictObject({ terms: z.array(Operand).min(2).max(20) });
export type ArithmeticOperands = z.infer<typeof ArithmeticOperands>;

const BALANCING_MODES = ['DILUTE', 'EQUAL_MASS', 'EQUAL_MOLAR', 'POOL'] as const;

const positive = decimal.refine((value) => Number(value) > 0, 'Enter a number above zero.');

/** `operands` of BALANCING (domain 5.8): the target, the limits, and the sources of each row's numbers. */
export const BalancingOperands = z.strictObject({
  mode: z.enum(BALANCING_MODES),
  /** POOL: equal amounts (fmol) or equal masses (ng). */
  basis: z.enum(['MOLAR', 'MASS']).default('MOLAR'),
  target: positive.nullable().default(null),
  targetUnit: z.string().max(20).nullable().default(null),
  /** Vf of a dilution, Vp of a pool. */
  finalVolume: positive.nullable().default(null),
  maxVolume: positive.nullable().default(null),
  minPipette: positive.default('1'),
  resolution: positive.default('0.1'),
  molecule: z.enum(['ds', 'ss', 'rna']).default('ds'),
  concentration: Operand.default({ sample: 'extractedConcentration' }),
  volume: Operand.default({ sample: 'remainingVolume' }),
  length: Operand.default({ sample: 'fragmentLength' }),
  weight: Operand.nullable().default(null),
});
export type BalancingOperands = z.infer<typeof BalancingOperands>;

/** List the fields, by name, that a calculation needs. */
export function operandFields(operands: unknown): string[] {
  if (operands === null) return [];
  const arithmetic = ArithmeticOperands.safeParse(operands);
  if (arithmetic.success)
    return arithmetic.data.terms.flatMap((term) => ('field' in term ? [term.field] : []));
  const balancing = BalancingOperands.safeParse(operands);
  if (!balancing.success) return [];
  const { concentration, volume, length, weight } = balancing.data;
  return [concentration, volume, length, weight].flatMap((term) =>
    term && 'field' in term ? [term.field] : [],
  );
}
