import { expect, test } from 'vitest';
import { type OrderEvent, orderEventLines, toHistoryEvent } from './order-history-lines.ts';

const linesOf = (type: OrderEvent['type'], data: OrderEvent['data']) =>
  orderEventLines({ id: 'e1', type, by: 'Casey Reed', at: '2026-11-21T10:00:00.000Z', data });

test('a spreadsheet event shows how many specimens it brought and what they changed', () => {
  const counts = { mode: 'replace', rows: 96, added: 90, changed: 5, same: 1, removed: 2 };
  expect(linesOf('MANIFEST_UPLOADED', counts)).toEqual(['96 specimens: 90 new, 5 changed, 2 removed']);
  expect(linesOf('MANIFEST_UPLOADED', { rows: 1, added: 0, changed: 0, removed: 0 })).toEqual(['1 specimen']);
});

test('a submitted order shows the approvals that it waits for, if any', () => {
  expect(linesOf('ORDER_SUBMITTED', { total: 100, waitsFor: ['PURCHASE_ORDER', 'CREDIT_LIMIT'] })).toEqual([
    'Awaiting approval: Purchase order, Credit limit',
  ]);
  expect(linesOf('ORDER_SUBMITTED', { total: 100, waitsFor: [] })).toEqual([]);
});

test('a shipment event shows direction, carrier and number, a file event its name', () => {
  expect(
    linesOf('SHIPMENT_STATUS_CHANGED', {
      from: 'PRE_TRANSIT',
      to: 'IN_TRANSIT',
      direction: 'INBOUND',
      carrier: 'UPS',
      trackingNumber: '1Z999',
    }),
  ).toEqual([expect.stringMatching(/ → /), 'UPS 1Z999']);
  expect(linesOf('SHIPMENT_STATUS_CHANGED', { from: 'IN_TRANSIT', to: 'RECEIVED' })).toEqual([
    'In transit → Delivered',
  ]);
  expect(linesOf('FILE_UPLOADED', { file: 'po-17.pdf' })).toEqual(['po-17.pdf']);
});

const priced = (data: OrderEvent['data']) => {
  const historyEvent = toHistoryEvent({
    id: 'e1',
    type: 'PRICE_ADJUSTED',
    by: null,
    at: '2026-11-21T10:00:00.000Z',
    data,
  });
  return [historyEvent.type, ...orderEventLines(historyEvent)];
};

test('a price change shows cause and amount, for the lab also the reason; a proposal is not called changed', () => {
  const percent = { label: 'Pilot', type: 'DISCOUNT_PERCENT', percentBps: 1250, amount: null };
  const counts = { act: 'APPROVED', from: 240_000, to: 210_000, internalReason: 'They asked elsewhere.' };
  expect(priced({ ...percent, ...counts })).toEqual([
    'PRICE_ADJUSTED',
    'Pilot, 12.50% off',
    'Order total: $2,400.00 → $2,100.00',
    'They asked elsewhere.',
  ]);
  const fee = { label: 'Rush', type: 'FEE', percentBps: null, amount: 4550 };
  expect(priced({ ...fee, act: 'PROPOSED', from: 100, to: 100, reason: 'Asked for' })).toEqual([
    'PRICE_PROPOSED',
    'Rush, $45.50 fee',
    'Asked for',
  ]);
});

test('a new specimen price shows the number of specimens, a discount on each the amount taken off', () => {
  expect(priced({ act: 'PRICE_SET', count: 3, salesPrice: 25_000, from: 90_000, to: 75_000 })).toEqual([
    'PRICE_ADJUSTED',
    '3 specimens at $250.00',
    'Order total: $900.00 → $750.00',
  ]);
  expect(priced({ act: 'DISCOUNT_EACH', before: 0, discountPerSpecimen: 1000, reason: 'Pilot' })).toEqual([
    'PRICE_DISCOUNT_EACH',
    'Off each specimen: $0.00 → $10.00',
    'Pilot',
  ]);
});
