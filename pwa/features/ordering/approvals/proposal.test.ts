import { expect, test } from 'vitest';
import { proposalText } from './proposal.ts';

test('the proposal names its amounts, percentage and limit', () => {
  const detail = { discount: 67_500, listTotal: 450_000, percentBps: 1500 };
  expect(proposalText({ kind: 'DISCOUNT_BILLING', detail })).toBe(
    '$675.00 off the list price of $4,500.00 (15.00%): the total becomes $3,825.00 instead of $4,500.00',
  );
  const withFee = { ...detail, totalBefore: 454_550, totalAfter: 387_050 };
  expect(proposalText({ kind: 'DISCOUNT', detail: withFee })).toContain(
    'the total becomes $3,870.50 instead of $4,545.50',
  );
  expect(proposalText({ kind: 'CREDIT_LIMIT', detail: { total: 120_000, creditLimit: 100_000 } })).toBe(
    '$1,200.00 is $200.00 above the credit limit of $1,000.00',
  );
  expect(
    proposalText({ kind: 'PURCHASE_ORDER', detail: { total: 645_000 }, purchaseOrderNumber: 'PO-7004' }),
  ).toBe('PO-7004 for $6,450.00');
});
