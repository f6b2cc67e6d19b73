import { type PriceAdjustment, priceAdjustment } from '#db/billing/price-adjustment.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build an approved discount of ten percent. */
export function buildPriceAdjustment(overrides: Partial<PriceAdjustment> = {}): PriceAdjustment {
  const number = nextNumber('adjustment');
  return buildRow(
    priceAdjustment,
    {
      id: `adjustment-${number}`,
      orderId: 'order-1',
      type: 'DISCOUNT_PERCENT',
      percentBps: 1000,
      label: 'Volume discount',
      reason: 'Agreed for the year.',
      computedAmount: 0,
      order: number,
      status: 'APPROVED',
    },
    overrides,
  );
}
