import { type OrderSequence, orderSequence } from '#db/ordering/order-sequence.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Order numbers of which a hundred were assigned. */
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
