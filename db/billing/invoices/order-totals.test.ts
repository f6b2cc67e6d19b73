import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PriceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { buildPriceAdjustment } from '#db/factories/build-billing.ts';
import { invoiceLines } from './open-invoice.ts';
import { orderTotals, shareOf, unitPrice } from './order-totals.ts';

const percent = (percentBps: number, overrides: Partial<PriceAdjustment> = {}) =>
  buildPriceAdjustment({ type: 'DISCOUNT_PERCENT', percentBps, amount: null, ...overrides });
const fixed = (amount: number, overrides: Partial<PriceAdjustment> = {}) =>
  buildPriceAdjustment({ type: 'DISCOUNT_FIXED', percentBps: null, amount, ...overrides });
const fee = (amount: number, overrides: Partial<PriceAdjustment> = {}) =>
  buildPriceAdjustment({ type: 'FEE', percentBps: null, amount, ...overrides });
const times = (n: number, price: number): number[] => Array.from({ length: n }, () => price);

describe('the total of an order', () => {
  it('equals that of the worked example', () => {
    const prices = times(10, unitPrice(25_000, 1000));
    const totals = orderTotals(prices, [fee(4550), fixed(5000), percent(1250)]);
    expect(totals).toMatchObject({ subtotal: 240_000, discount: 35_000, fees: 4550, total: 209_550 });
    expect(totals.adjustments.map(({ computedAmount }) => computedAmount)).toEqual([30_000, 5000, 4550]);
  });

  it('takes every percentage from the same subtotal, and at most the subtotal', () => {
    const totals = orderTotals([1000], [percent(6000, { order: 2 }), percent(5000, { order: 1 })]);
    expect(totals.adjustments.map(({ computedAmount }) => computedAmount)).toEqual([500, 500]);
    expect(totals.total).toBe(0);
  });

  it('caps each fixed discount at the remaining amount, and never discounts a fee', () => {
    const totals = orderTotals([1000], [fixed(700, { order: 1 }), fixed(700, { order: 2 }), fee(250)]);
    expect(totals.adjustments.map(({ lineAmount }) => lineAmount)).toEqual([-700, -300, 250]);
    expect(totals.total).toBe(250);
  });

  it('counts only approved adjustments', () => {
    const cappedAdjustments = [
      percent(1000, { status: 'PROPOSED' }),
      fixed(100, { status: 'REJECTED' }),
      fee(9, { deleted: true }),
    ];
    expect(orderTotals([1000], cappedAdjustments)).toMatchObject({ total: 1000, adjustments: [] });
  });

  it('rounds half a cent up', () => {
    expect(shareOf(100, 50)).toBe(1);
    expect(shareOf(99, 50)).toBe(0);
    expect(shareOf(101, 1250)).toBe(13);
    expect(shareOf(9_007_199_254_740_991, 10_000)).toBe(9_007_199_254_740_991);
  });

  it('refuses a discount per specimen that exceeds the price', () => {
    expect(() => unitPrice(1000, 1001)).toThrow('A discount is between nothing and the price.');
    expect(() => unitPrice(1000, -1)).toThrow('A discount is between nothing and the price.');
    expect(unitPrice(1000, 1000)).toBe(0);
  });
});

describe('the lines of an invoice', () => {
  it('are one for the specimens of each price and one for each adjustment', () => {
    const specimens = [
      { id: 's1', salesPrice: 2500 },
      { id: 's2', salesPrice: 2000 },
      { id: 's3', salesPrice: 2500 },
    ];
    const { lines, totals } = invoiceLines('Whole genome', specimens, [fixed(500), fee(100)]);
    expect(
      lines.map(({ order, quantity, unitPrice: unit, amount, specimenIds }) => [
        order,
        quantity,
        unit,
        amount,
        specimenIds,
      ]),
    ).toEqual([
      [1, 2, 2500, 5000, ['s1', 's3']],
      [2, 1, 2000, 2000, ['s2']],
      [3, 1, -500, -500, []],
      [4, 1, 100, 100, []],
    ]);
    expect(totals.total).toBe(6600);
  });

  it('leave out amounts of 0', () => {
    const { lines } = invoiceLines(
      'Whole genome',
      [{ id: 's1', salesPrice: 100 }],
      [percent(10_000), fixed(50)],
    );
    expect(lines.map(({ amount }) => amount)).toEqual([100, -100]);
  });
});

const amount = fc.integer({ min: 1, max: 5_000_000 });
const adjustment = fc.oneof(
  fc
    .record({ bps: fc.integer({ min: 1, max: 10_000 }), order: fc.nat(9) })
    .map(({ bps, order }) => percent(bps, { order })),
  fc.record({ amount, order: fc.nat(9) }).map((one) => fixed(one.amount, { order: one.order })),
  fc.record({ amount, order: fc.nat(9) }).map((one) => fee(one.amount, { order: one.order })),
);
const specimens = fc
  .array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 60 })
  .map((prices) => prices.map((salesPrice, index) => ({ id: `specimen-${index}`, salesPrice })));

describe('any sale with any adjustments', () => {
  it('has lines that sum to the total, which is never negative', () => {
    fc.assert(
      fc.property(specimens, fc.array(adjustment, { maxLength: 6 }), (sold, adjustments) => {
        const { lines, totals } = invoiceLines('Whole genome', sold, adjustments);
        expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(totals.total);
        expect(totals.total).toBeGreaterThanOrEqual(totals.fees);
        expect(totals.total).toBe(totals.subtotal + totals.adjustmentTotal);
        expect(lines.every((line) => line.amount === line.quantity * line.unitPrice)).toBe(true);
        expect(lines.flatMap((line) => line.specimenIds).sort()).toEqual(sold.map(({ id }) => id).sort());
      }),
    );
  });

  it('rounds a share to the nearest cent, half up', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000_000), fc.integer({ min: 1, max: 10_000 }), (amountInCents, bps) => {
        const exact = (BigInt(amountInCents) * BigInt(bps) * 2n + 10_000n) / 20_000n;
        expect(BigInt(shareOf(amountInCents, bps))).toBe(exact);
      }),
    );
  });

  it('has the same total in any order of adjustments', () => {
    fc.assert(
      fc.property(specimens, fc.array(adjustment, { maxLength: 6 }), (sold, adjustments) => {
        const prices = sold.map(({ salesPrice }) => salesPrice);
        expect(orderTotals(prices, [...adjustments].reverse())).toEqual(orderTotals(prices, adjustments));
      }),
    );
  });
});
