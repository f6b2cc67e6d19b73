import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildPriceAdjustment } from '#db/factories/build-billing.ts';
import { type AdjustmentRow, orderTotals } from './order-totals.ts';
import { shareBill } from './rewrite-drafts.ts';

const adjust = (row: Partial<AdjustmentRow>): AdjustmentRow =>
  buildPriceAdjustment({ status: 'APPROVED', percentBps: null, amount: null, ...row });
const percent = adjust({
  id: 'percent',
  type: 'DISCOUNT_PERCENT',
  percentBps: 1250,
  label: 'Agreed',
  order: 1,
});
const fixed = adjust({ id: 'fixed', type: 'DISCOUNT_FIXED', amount: 500, label: 'Voucher', order: 2 });
const fee = adjust({ id: 'fee', type: 'FEE', amount: 455, label: 'Rush', order: 3 });

const noPriorBills = { salesPrices: [], taken: new Map<string, number>() };
const sold = (prices: readonly number[], from = 0) =>
  prices.map((salesPrice, index) => ({ id: `s${from + index + 1}`, salesPrice }));
const sum = (rows: readonly number[]): number => rows.reduce((total, one) => total + one, 0);

describe('an order that is billed in parts', () => {
  test('counts a fixed discount and a fee once, not on each part', () => {
    const parts = shareBill('Whole genome', noPriorBills, [sold([1000]), sold([1000], 1)], [fixed, fee]);
    expect(parts.map(({ lines }) => lines.map(({ amount }) => amount))).toEqual([[1000, -500, 455], [1000]]);
    expect(parts.map(({ total }) => total)).toEqual([955, 1000]);
  });

  test('uses the rest of a discount that exceeded the first part on the next one', () => {
    const parts = shareBill('Whole genome', noPriorBills, [sold([300]), sold([1000], 1)], [fixed]);
    expect(parts.map(({ adjustmentTotal }) => adjustmentTotal)).toEqual([-300, -200]);
  });

  test('does not use a discount again that an issued invoice has used', () => {
    const issued = {
      salesPrices: [1000],
      taken: new Map([
        ['fixed', 500],
        ['percent', 125],
        ['fee', 455],
      ]),
    };
    const [rest] = shareBill('Whole genome', issued, [sold([1000], 1)], [percent, fixed, fee]);
    expect(rest?.lines.map(({ amount }) => amount)).toEqual([1000, -125]);
  });

  test('has the same total to the cent, however it is divided', () => {
    const prices = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 8 });
    const drawnAdjustments = fc.record({
      bps: fc.integer({ min: 1, max: 10_000 }),
      off: fc.nat(30_000),
      more: fc.nat(5000),
    });
    fc.assert(
      fc.property(
        fc.array(prices, { minLength: 2, maxLength: 5 }),
        drawnAdjustments,
        (shares, { bps, off, more }) => {
          const adjustments = [
            { ...percent, percentBps: bps },
            { ...fixed, amount: off },
            { ...fee, amount: more },
          ];
          const parts = shareBill(
            'Whole genome',
            noPriorBills,
            shares.map((own, n) => sold(own, n * 10)),
            adjustments,
          );
          expect(sum(parts.map(({ total }) => total))).toBe(orderTotals(shares.flat(), adjustments).total);
          for (const { lines, total, subtotal, adjustmentTotal } of parts) {
            expect(sum(lines.map(({ amount }) => amount))).toBe(total);
            expect(total).toBe(subtotal + adjustmentTotal);
            expect(total).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });
});
