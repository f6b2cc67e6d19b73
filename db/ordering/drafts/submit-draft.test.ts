import { expect, test } from 'vitest';
import { quoteOrder } from '#db/billing/prices/quote-order.ts';
import { buildPrice, buildPriceAdjustment } from '#db/factories/build-billing.ts';
import { discountsOf } from './submit-draft.ts';

const question = {
  protocolId: 'wgs',
  projectId: null,
  companyType: 'UNIVERSITY',
  count: 10,
  day: '2026-11-21',
} as const;
const book = {
  prices: [buildPrice({ protocolId: 'wgs', amount: 25_000, effectiveFrom: '2026-01-01' })],
  projectPrices: [],
};

test('a discount per specimen is unapproved: it is decided with all other discounts, of the list price', () => {
  const approved = buildPriceAdjustment({
    status: 'APPROVED',
    type: 'DISCOUNT_FIXED',
    percentBps: null,
    amount: 5000,
  });
  const quote = quoteOrder(book, question, 1000, [approved]);
  expect(discountsOf({ quote, adjustments: [approved] })).toEqual({
    listTotal: 250_000,
    discount: 15_000,
    undecidedDiscount: 10_000,
    totalBefore: 245_000,
    totalAfter: 235_000,
  });
});
