import { type Price, price } from '#db/billing/price.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build the price of one specimen for every kind of company, whatever the number. */
export function buildPrice(overrides: Partial<Price> = {}): Price {
  const number = nextNumber('price');
  return buildRow(
    price,
    {
      id: `price-${number}`,
      protocolId: 'protocol-1',
      amount: 25_000,
      minQuantity: 1,
      effectiveFrom: '2026-01-01',
    },
    overrides,
  );
}
