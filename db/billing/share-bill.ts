import type { BilledSpecimen, DraftLine } from './invoice-lines.ts';
import { type AdjustmentRow, type ComputedAdjustment, orderTotals } from './order-totals.ts';

/** What invoices that were issued have charged already. */
export interface AlreadyBilled {
  /** What each specimen on them was sold for. */
  salesPrices: readonly number[];
  /** By adjustment: how much of a discount was taken, how much of a fee charged. */
  taken: ReadonlyMap<string, number>;
}

/** The lines of one invoice among several of an order, and what they come to. */
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
    // Specimens that are still to be named have no id yet.
    specimenIds: ids.filter((id) => id !== ''),
    priceAdjustmentId: null,
  }));
}

/** What of an adjustment falls on this share: what it comes to so far, less what was taken before. */
function fallsHere({ type, computedAmount }: ComputedAdjustment, applied: number, remaining: number): number {
  const rest = Math.max(0, computedAmount - applied);
  return type === 'FEE' ? rest : -Math.min(rest, remaining);
}

/**
 * Shares what an order comes to among its invoices, one after the other: each is charged what all up to it come to, less
 * what those before it were charged. So the invoices of an order sum to its total to the cent, whatever was rounded, and
 * the lines of each sum to its own.
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
