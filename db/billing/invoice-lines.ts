import type { InvoiceLine } from './invoice-line.ts';
import { type AdjustmentRow, orderTotals, type Totals } from './order-totals.ts';

/** A billed specimen with its price. */
export interface BilledSpecimen {
  id: string;
  salesPrice: number;
}

/** A line before it belongs to an invoice. */
export type DraftLine = Pick<
  InvoiceLine,
  'kind' | 'description' | 'quantity' | 'unitPrice' | 'amount' | 'specimenIds' | 'priceAdjustmentId' | 'order'
>;

function byPrice(specimens: readonly BilledSpecimen[]): [price: number, ids: string[]][] {
  const groups = new Map<number, string[]>();
  for (const { id, salesPrice } of specimens) groups.set(salesPrice, [...(groups.get(salesPrice) ?? []), id]);
  return [...groups];
}

/**
 * Build the totals and lines of an invoice: one line for the specimens of each price, in order of appearance,
 * then one for each adjustment other than 0. The lines sum to the total.
 */
export function invoiceLines(
  serviceName: string,
  specimens: readonly BilledSpecimen[],
  adjustments: readonly AdjustmentRow[],
): { totals: Totals; lines: readonly DraftLine[] } {
  const totals = orderTotals(
    specimens.map(({ salesPrice }) => salesPrice),
    adjustments,
  );
  const sold = byPrice(specimens).map(([price, ids]) => ({
    kind: 'SPECIMENS' as const,
    description: serviceName,
    quantity: ids.length,
    unitPrice: price,
    amount: price * ids.length,
    specimenIds: ids,
    priceAdjustmentId: null,
  }));
  const adjusted = totals.adjustments
    .filter(({ lineAmount }) => lineAmount !== 0)
    .map(({ id, label, lineAmount }) => ({
      kind: 'ADJUSTMENT' as const,
      description: label,
      quantity: 1,
      unitPrice: lineAmount,
      amount: lineAmount,
      specimenIds: [],
      priceAdjustmentId: id,
    }));
  return { totals, lines: [...sold, ...adjusted].map((line, index) => ({ ...line, order: index + 1 })) };
}
