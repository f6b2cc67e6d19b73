import { expect, test } from 'vitest';
import { openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { billCanceledOrder } from '#db/ordering/orders/bill-canceled-order.ts';
import { repriceOrder } from '#db/ordering/orders/reprice-order.ts';

const CAMPAIGN = { orderType: 'CAMPAIGN', campaignCode: 'SPRING-26' } as const;

test('the sponsor of a campaign gets the invoice, and the order costs its organization nothing', async () => {
  const bench = await openBillingBench({ ...CAMPAIGN, fee: 5000, purchaseOrderNumber: 'PO-7' });
  expect(bench.order()).toMatchObject({ subtotal: 30_000, total: 0 });
  expect(bench.drafts()).toMatchObject([
    {
      companyId: 'sponsor',
      totalDue: 35_000,
      billingEmails: ['pay@sponsor.example'],
      billingAddress: { city: 'Sponsor City' },
      customerPurchaseOrder: null,
    },
  ]);
});

test('an order outside a campaign is paid by its own organization, whatever code it has', async () => {
  const bench = await openBillingBench({ orderType: 'SALES_ORDER', campaignCode: 'SPRING-26' });
  expect(bench.order()).toMatchObject({ total: 30_000 });
  expect(bench.drafts()).toMatchObject([{ companyId: 'customer', totalDue: 30_000 }]);
});

test('every later invoice of the order goes to the sponsor too, with the terms of the sponsor', async () => {
  const bench = await openBillingBench({ ...CAMPAIGN, specimens: ['COMPLETED', 'COMPLETED', 'IN_PROGRESS'] });
  await bench.billNow('s1', 's2');
  const [ready] = bench.invoices().filter(({ status }) => status === 'AWAITING_BILLING');
  await bench.issue(ready?.id ?? '');
  expect(bench.one(ready?.id ?? '')).toMatchObject({ totalDue: 20_000, dueDate: '2027-01-05' });
  await bench.correct(ready?.id ?? '');
  expect(bench.invoices()).toHaveLength(3);
  expect(new Set(bench.invoices().map(({ companyId }) => companyId))).toEqual(new Set(['sponsor']));
  await bench.within((tx, context) => repriceOrder(tx, context, bench.order()));
  expect(bench.order()).toMatchObject({ subtotal: 30_000, total: 0 });
});

test('the part of a canceled order that is still charged is charged to the sponsor', async () => {
  const bench = await openBillingBench({ ...CAMPAIGN, specimens: ['COMPLETED', 'COMPLETED'] });
  await bench.within((tx, context) => billCanceledOrder(tx, context, bench.order(), 'The study was stopped'));
  expect(bench.order()).toMatchObject({ total: 0 });
  expect(new Set(bench.invoices().map(({ companyId }) => companyId))).toEqual(new Set(['sponsor']));
});
