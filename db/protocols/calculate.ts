import { Decimal } from 'decimal.js';
import type { CalculationType } from './calculation-type.ts';

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
export const DEFAULT_DECIMALS = 6;

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
