import { type OrderSequence, orderSequence } from '#db/ordering/order-sequence.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build an order sequence of which a hundred numbers were assigned. */
export function buildOrderSequence(overrides: Partial<OrderSequence> = {}): OrderSequence {
  const number = nextNumber('order-sequence');
  return buildRow(
    orderSequence,
    {
      id: `order-sequence-${number}`,
      last: 100,
    },
    overrides,
  );
}
