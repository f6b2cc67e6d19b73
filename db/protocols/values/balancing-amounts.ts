import { Decimal } from 'decimal.js';
import type { BalancingOperands } from './calculate.ts';

/** Decimals with more digits than any lab quantity has. */
export const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });

/** Grams per mole of one base pair or base: double-stranded DNA, single-stranded DNA, RNA. */
const MOLAR_MASS: Record<BalancingOperands['molecule'], number> = { ds: 660, ss: 330, rna: 340 };

/** Compute the molarity in fmol/µL (= nM) of a concentration in ng/µL: C x 10^6 / (k x L). */
export const molarity = (
  concentration: Decimal.Value,
  length: Decimal.Value,
  molecule: BalancingOperands['molecule'],
): Decimal => new Exact(concentration).times(1e6).div(new Exact(length).times(MOLAR_MASS[molecule]));

/**
 * Compute the amount in fmol of a mass in ng: m x 10^6 / (k x L); 1000 ng of 10 kb double-stranded DNA are
 * 151.5 fmol.
 */
export const amountOfMass = (
  mass: Decimal.Value,
  length: Decimal.Value,
  molecule: BalancingOperands['molecule'],
): Decimal => molarity(mass, length, molecule);

/** Round half-up to a multiple of `resolution`. */
export const roundTo = (value: Decimal.Value, resolution: Decimal.Value): Decimal =>
  new Exact(value).div(resolution).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).times(resolution);

/** Round down to a multiple of `resolution`. */
export const floorTo = (value: Decimal.Value, resolution: Decimal.Value): Decimal =>
  new Exact(value).div(resolution).toDecimalPlaces(0, Decimal.ROUND_FLOOR).times(resolution);

/** Return the middle value; of an even number, the mean of the two in the middle. */
export function median(values: readonly Decimal[]): Decimal {
  const sorted = [...values].sort((a, b) => a.comparedTo(b));
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  return low && high ? low.plus(high).div(2) : new Exact(0);
}
