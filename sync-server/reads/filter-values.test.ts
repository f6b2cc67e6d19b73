import { expect, test } from 'vitest';
import { allowedValues } from '#db/api/filter-values.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { order } from '#db/ordering/orders/order.ts';
import { service } from '#db/ordering/services/service.ts';

test('a filter accepts the values of its field, and an id filter accepts any', () => {
  expect(allowedValues('orderClassification', order)).toEqual(['STANDARD', 'REWORK', 'SUPPLEMENTAL']);
  // An optional field accepts the same values.
  expect(allowedValues('paymentStatus', order)).toContain('AWAITING_BILLING');
  expect(allowedValues('clinical', service)).toEqual(['true', 'false']);
  expect(allowedValues('companyId', order)).toBeNull();
});

test('an unknown value of a filter is refused with the accepted ones', () => {
  const query = listQueryOf({ ...order, extraValues: { results: ['TO_APPROVE'] } });
  expect(query.safeParse({ status: ['ORDERED', 'DRAFT'], companyId: 'anything' }).success).toBe(true);
  const refusal = query.safeParse({ orderType: ['ONLINE', 'BARTER'] });
  expect(refusal.error?.issues).toMatchObject([
    {
      path: ['orderType'],
      message: 'Unknown value “BARTER”. Use one of: ONLINE, CAMPAIGN, PURCHASE_ORDER, SALES_ORDER.',
    },
  ]);
});
