import type { BilledSpecimen, DraftLine } from './invoice-lines.ts';
import { type AdjustmentRow, type ComputedAdjustment, orderTotals } from './order-totals.ts';

/** The amounts that issued invoices have charged already. */
export interface AlreadyBilled {
  /** The price of each specimen on them. */
  salesPrices: readonly number[];
  /** By adjustment: the used part of a discount, or the charged part of a fee. */
  taken: ReadonlyMap<string, number>;
}

/** The lines and total of one invoice among several of an order. */
export interface SharedBill {
  subtotal: number;
  adjustmentTotal: number;
  total: number;
  lines: readonly DraftLine[];
}

function soldLines(serviceName: string, specimens: readonly BilledSpecimen[]): Omit<DraftLine, 'order'>[] {
  const groups = new Map<number, string[]>();
  for (const { id, salesPrice } of specimens) groups.set(salesPrice, [...(groups.get(salesPrice) ?? []), id]);
  return [...groups].map(([unitPrice, ids]) => ({
    kind: 'SPECIMENS',
    description: serviceName,
    quantity: ids.length,
    unitPrice,
    amount: unitPrice * ids.length,
    // Specimens that are not named yet have no id.
    specimenIds: ids.filter((id) => id !== ''),
    priceAdjustmentId: null,
  }));
}

/** Return the part of an adjustment in this share: its amount so far, less the amount used before. */
function fallsHere({ type, computedAmount }: ComputedAdjustment, applied: number, remaining: number): number {
  const rest = Math.max(0, computedAmount - applied);
  return type === 'FEE' ? rest : -Math.min(rest, remaining);
}

/**
 * Share the cost of an order among its invoices, one after the other: each is charged the total of all up to
 * it, less the total of those before it. So the invoices of an order sum to its total to the cent despite
 * rounding, and the lines of each sum to its own.
 */
export function shareBill(
  serviceName: string,
  already: AlreadyBilled,
  shares: readonly (readonly BilledSpecimen[])[],
  adjustments: readonly AdjustmentRow[],
): SharedBill[] {
  const prices = [...already.salesPrices];
  const applied = new Map(already.taken);
  return shares.map((specimens) => {
    const own = specimens.map(({ salesPrice }) => salesPrice);
    prices.push(...own);
    const subtotal = own.reduce((sum, one) => sum + one, 0);
    let remaining = subtotal;
    const adjusted: Omit<DraftLine, 'order'>[] = [];
    for (const one of orderTotals(prices, adjustments).adjustments) {
      const amount = fallsHere(one, applied.get(one.id) ?? 0, remaining);
      if (amount === 0) continue;
      if (amount < 0) remaining += amount;
      applied.set(one.id, (applied.get(one.id) ?? 0) + Math.abs(amount));
      adjusted.push({
        kind: 'ADJUSTMENT',
        description: one.label,
        quantity: 1,
        unitPrice: amount,
        amount,
        specimenIds: [],
        priceAdjustmentId: one.id,
      });
    }
    const adjustmentTotal = adjusted.reduce((sum, { amount }) => sum + amount, 0);
    const lines = [...soldLines(serviceName, specimens), ...adjusted];
    return {
      subtotal,
      adjustmentTotal,
      total: subtotal + adjustmentTotal,
      lines: lines.map((line, index) => ({ ...line, order: index + 1 })),
    };
  });
}
