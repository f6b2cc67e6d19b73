import type { PriceAdjustment, PriceAdjustmentType } from '#db/billing/adjustments/price-adjustment.ts';

export type AdjustmentRow = Pick<
  PriceAdjustment,
  'id' | 'type' | 'percentBps' | 'amount' | 'label' | 'order' | 'status' | 'deleted'
>;

/** The amount of one adjustment in a total. */
export interface ComputedAdjustment {
  id: string;
  type: PriceAdjustmentType;
  label: string;
  /** As stored in the adjustment: capped, never negative. */
  computedAmount: number;
  /** As shown on an invoice: negative for a discount. */
  lineAmount: number;
}

/** The total of an order or invoice, in cents. */
export interface Totals {
  subtotal: number;
  /** In the order of calculation: percentages, fixed discounts, fees. */
  adjustments: readonly ComputedAdjustment[];
  /** The sum of all discounts. */
  discount: number;
  fees: number;
  /** Fees less discounts. */
  adjustmentTotal: number;
  total: number;
}

/** Return the price of a specimen after its discount (domain 8.2). */
export function unitPrice(pricePerSpecimen: number, discountPerSpecimen: number): number {
  if (discountPerSpecimen < 0 || discountPerSpecimen > pricePerSpecimen)
    throw new RangeError('A discount is between nothing and the price.');
  return pricePerSpecimen - discountPerSpecimen;
}

/** Return a share of an amount in basis points, rounded half up; exact for every whole number of cents. */
export function shareOf(amount: number, bps: number): number {
  const rest = amount % 10_000;
  return ((amount - rest) / 10_000) * bps + Math.floor((rest * bps + 5000) / 10_000);
}

const inOrder = (a: AdjustmentRow, b: AdjustmentRow): number => a.order - b.order || (a.id < b.id ? -1 : 1);

/**
 * Compute the total of specimens with these prices and adjustments (domain 8.2); adjustments that are not
 * approved are left out. `total` is always `subtotal` plus the line amounts.
 */
export function orderTotals(salesPrices: readonly number[], adjustments: readonly AdjustmentRow[]): Totals {
  const subtotal = salesPrices.reduce((sum, one) => sum + one, 0);
  const counting = adjustments.filter((row) => row.status === 'APPROVED' && !row.deleted).sort(inOrder);
  const of = (type: PriceAdjustmentType) => counting.filter((row) => row.type === type);
  const computed: ComputedAdjustment[] = [];
  let remaining = subtotal;
  const takeOff = ({ id, type, label }: AdjustmentRow, requestedAmount: number): void => {
    const computedAmount = Math.min(remaining, requestedAmount);
    remaining -= computedAmount;
    computed.push({
      id,
      type,
      label,
      computedAmount,
      lineAmount: computedAmount === 0 ? 0 : -computedAmount,
    });
  };
  for (const row of of('DISCOUNT_PERCENT')) takeOff(row, shareOf(subtotal, row.percentBps ?? 0));
  for (const row of of('DISCOUNT_FIXED')) takeOff(row, row.amount ?? 0);
  let fees = 0;
  for (const { id, type, label, amount } of of('FEE')) {
    const fee = amount ?? 0;
    fees += fee;
    computed.push({ id, type, label, computedAmount: fee, lineAmount: fee });
  }
  const discount = subtotal - remaining;
  return {
    subtotal,
    adjustments: computed,
    discount,
    fees,
    adjustmentTotal: fees - discount,
    total: remaining + fees,
  };
}
