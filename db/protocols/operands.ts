import { z } from 'zod';
import { decimal } from '#db/values/field-types.ts';

/** Quantities of the row's sample that a calculation may use. */
export const SAMPLE_QUANTITIES = [
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

export const BALANCING_MODES = ['DILUTE', 'EQUAL_MASS', 'EQUAL_MOLAR', 'POOL'] as const;
export type BalancingMode = (typeof BALANCING_MODES)[number];

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
