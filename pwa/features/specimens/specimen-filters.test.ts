import { expect, test } from 'vitest';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { specimenFilters } from './specimen-list.tsx';

test('the order filter offers only orders with specimens: no drafts', () => {
  const orders = [
    buildOrder({ orderNumber: 'W-000101', status: 'DRAFT' }),
    buildOrder({ orderNumber: 'W-000112' }),
    buildOrder({ orderNumber: 'W-000115' }),
  ];
  const filter = specimenFilters(orders, []).find(({ name }) => name === 'orderId');
  expect(filter && 'options' in filter && filter.options.map(({ label }) => label)).toEqual([
    'W-000115',
    'W-000112',
  ]);
});
