import { expect, test } from 'vitest';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { creditNote } from '#db/billing/credits/credit-note.ts';
import { readyToBill } from '#db/billing/invoices/change-invoice-status.ts';
import { openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { billLabel, labelFeeOf, returnLabelFee, setLabelFee } from './label-fee.ts';

const GROUND = { carrier: 'Northway', service: 'Ground', cost: 1470 };
const EXPRESS = { carrier: 'Northway', service: 'Express', cost: 6000 };

test('a label that is bought without one in the total is added to it, and to the invoice that is still a draft', async () => {
  const bench = await openBillingBench({ status: 'ORDERED', specimens: ['ORDERED', 'ORDERED'] });
  const before = bench.order().total;
  await bench.within((tx, context) => billLabel(tx, context, bench.order(), GROUND));
  expect(bench.order().total).toBe(before + 1470);
  const [draft] = bench.drafts();
  expect(draft?.totalDue).toBe(before + 1470);
  expect(bench.linesOf(draft?.id ?? '').map(({ description }) => description)).toContain(
    'Shipping label, Northway Ground',
  );
});

test('an order that includes a label pays it once, and gets no dearer one', async () => {
  const bench = await openBillingBench({ status: 'ORDERED', specimens: ['ORDERED'] });
  await bench.within((tx, context) => billLabel(tx, context, bench.order(), GROUND));
  const total = bench.order().total;
  // The carrier asks more by now: the price of the total stays.
  await bench.within((tx, context) => billLabel(tx, context, bench.order(), { ...GROUND, cost: 1600 }));
  expect(bench.order().total).toBe(total);
  const dearer = bench.within((tx, context) => billLabel(tx, context, bench.order(), EXPRESS));
  await expect(dearer).rejects.toMatchObject({ code: 'OTHER_LABEL' });
});

test('a label that is not needed leaves the total of a draft invoice', async () => {
  const bench = await openBillingBench({ status: 'ORDERED', specimens: ['ORDERED'] });
  const before = bench.order().total;
  await bench.within((tx, context) => billLabel(tx, context, bench.order(), GROUND));
  await bench.within((tx, context) => returnLabelFee(tx, context, bench.order()));
  expect(bench.order().total).toBe(before);
  expect(await bench.within((tx) => labelFeeOf(tx, 'order'))).toBeUndefined();
});

test('a label that was paid and is not needed is credited by a credit note, and its price goes back', async () => {
  const bench = await openBillingBench();
  await bench.within((tx, context) => billLabel(tx, context, bench.order(), GROUND));
  await bench.within((tx, context) => readyToBill(tx, context, 'order'));
  const id = bench.drafts()[0]?.id ?? '';
  await bench.issue(id);
  await bench.pay(id, bench.one(id).totalDue, 'CH-1');
  await bench.within((tx, context) => returnLabelFee(tx, context, bench.order()));
  expect(bench.world.all(creditNote)).toMatchObject([{ amount: 1470, invoiceId: id }]);
  expect(bench.one(id).totalDue).toBe(31_470);
});

async function openPaidBench() {
  const bench = await openBillingBench({ specimens: ['COMPLETED'] });
  await bench.within((tx, context) => readyToBill(tx, context, 'order'));
  const id = bench.drafts()[0]?.id ?? '';
  await bench.issue(id);
  await bench.pay(id, bench.one(id).totalDue, 'CH-1');
  return { ...bench, paidInvoiceId: id };
}

test('a label that is bought for a paid order is billed by an invoice of its own', async () => {
  const bench = await openPaidBench();
  const before = bench.order().total;
  await bench.within((tx, context) => billLabel(tx, context, bench.order(), GROUND));
  expect(bench.one(bench.paidInvoiceId)).toMatchObject({ status: 'PAID_IN_FULL', totalDue: before });
  const [draft, ...otherDrafts] = bench.drafts();
  expect(otherDrafts).toEqual([]);
  expect(draft).toMatchObject({ status: 'AWAITING_BILLING', totalDue: 1470, subtotal: 0 });
  expect(bench.linesOf(draft?.id ?? '')).toMatchObject([
    { kind: 'ADJUSTMENT', description: 'Shipping label, Northway Ground', amount: 1470 },
  ]);
  expect(bench.order()).toMatchObject({ total: before + 1470, paymentStatus: 'AWAITING_BILLING' });
  await bench.issue(draft?.id ?? '');
  await bench.pay(draft?.id ?? '', 1470, 'CH-2');
  expect(bench.order().paymentStatus).toBe('PAID_IN_FULL');
  // A label is billed once.
  await bench.within((tx, context) => billLabel(tx, context, bench.order(), GROUND));
  expect(bench.drafts()).toEqual([]);
});

test('the own invoice of a label that is not needed is canceled, and the order is paid again', async () => {
  const bench = await openPaidBench();
  const before = bench.order().total;
  await bench.within((tx, context) => billLabel(tx, context, bench.order(), GROUND));
  const id = bench.drafts()[0]?.id ?? '';
  await bench.within((tx, context) => returnLabelFee(tx, context, bench.order()));
  expect(bench.one(id).status).toBe('CANCELED');
  expect(bench.order()).toMatchObject({ total: before, paymentStatus: 'PAID_IN_FULL' });
});

test('a chosen label has one fee, which follows the choice and is kept as deleted without one', async () => {
  const bench = await openBillingBench();
  const fees = () => bench.world.select(priceAdjustment, { orderId: 'order' });
  for (const label of [GROUND, EXPRESS, null, GROUND])
    await bench.within((tx, context) => setLabelFee(tx, context, bench.order(), label));
  expect(fees()).toMatchObject([{ type: 'FEE', status: 'APPROVED', amount: 1470 }]);
});

test('the sponsor of a campaign is not billed a label', async () => {
  const bench = await openBillingBench({ orderType: 'CAMPAIGN', campaignCode: 'SPRING' });
  await bench.within((tx, context) => billLabel(tx, context, bench.order(), GROUND));
  expect(bench.world.select(priceAdjustment, { orderId: 'order' })).toEqual([]);
});
