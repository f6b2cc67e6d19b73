import { expect, test } from 'vitest';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { DraftChanges } from '#db/ordering/drafts/draft-form.ts';
import { changesOf } from './use-order-draft.ts';

const address = { line1: '1 Test Way', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' };

test('an address with its parts in another order counts as unchanged', () => {
  const { billingAddress } = DraftChanges.parse({ billingAddress: address });
  if (!billingAddress) throw new Error('The address is not read.');
  const turned = Object.fromEntries(Object.entries(billingAddress).reverse());
  const order = { ...buildOrder(), billingAddress: Object.assign({}, turned, billingAddress) };
  expect(Object.keys(order.billingAddress)).not.toEqual(Object.keys(billingAddress));
  expect(changesOf({ billingAddress }, { order })).toEqual({});
  const moved = { ...billingAddress, line1: '2 Test Way' };
  expect(changesOf({ billingAddress: moved }, { order })).toEqual({ billingAddress: moved });
});

test('a field that is not shown is not sent, an emptied one is', () => {
  const order = buildOrder({ campaignCode: 'SPRING' });
  expect(changesOf({ campaignCode: null }, { order })).toEqual({ campaignCode: null });
  expect(changesOf({}, { order })).toEqual({});
});
