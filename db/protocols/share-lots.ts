import { Decimal } from 'decimal.js';

/**
 * One lot of a field that takes several: the amount that a person recorded, and its balance before this
 * section.
 */
export interface LotShare {
  itemId: string;
  /** Null without a recorded amount: the lot gives what it has, in scanning order. */
  amount: string | null;
  available: string | null;
}

/**
 * Divide the section's need of a reagent among its lots: first the recorded amounts, then the rest from the
 * other lots in order, each until it is empty. The last lot gives the whole remainder, even beyond its
 * balance, because the material was used (domain 5.11, case 25).
 */
export function shareLots(requiredAmount: Decimal, lots: readonly LotShare[]): Map<string, Decimal> {
  const statedAmount = lots.reduce((sum, lot) => sum.plus(lot.amount ?? '0'), new Decimal(0));
  let rest = Decimal.max(0, requiredAmount.minus(statedAmount));
  const open = lots.filter((lot) => lot.amount === null);
  const last = open.at(-1);
  return new Map(
    lots.map((lot): [string, Decimal] => {
      if (lot.amount !== null) return [lot.itemId, new Decimal(lot.amount)];
      const has = lot.available === null ? rest : Decimal.max(0, lot.available);
      const share = lot === last ? rest : Decimal.min(rest, has);
      rest = rest.minus(share);
      return [lot.itemId, share];
    }),
  );
}

/** Compute what other lots leave for this one: the whole need, less their recorded amounts or balances. */
export function leftForLot(requiredAmount: Decimal, otherLots: readonly LotShare[]): Decimal {
  const providedAmount = otherLots.reduce(
    (sum, lot) => sum.plus(lot.amount ?? Decimal.max(0, lot.available ?? requiredAmount)),
    new Decimal(0),
  );
  return Decimal.max(0, requiredAmount.minus(providedAmount));
}
