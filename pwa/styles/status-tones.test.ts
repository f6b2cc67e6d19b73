import { expect, test } from 'vitest';
import { INVENTORY_ITEM_STATUS } from '#db/inventory/inventory-item.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { SHIPMENT_STATUS } from '#db/ordering/shipments/shipment-status.ts';
import { SAMPLE_STATUS } from '#db/samples/sample.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { TONE_OF_STATUS } from '#pwa/ui/badge.tsx';

const ALL = [ORDER_STATUS, SPECIMEN_STATUS, SAMPLE_STATUS, SHIPMENT_STATUS, INVENTORY_ITEM_STATUS].flatMap(
  (statuses) => Object.values(statuses),
);
const tonesOf = (pattern: RegExp) => [
  ...new Set(ALL.filter(({ label }) => pattern.test(label)).map(({ tone }) => TONE_OF_STATUS[tone])),
];

test('a status has the color of its meaning: green is finished only, blue is in motion, violet in the lab', () => {
  expect(tonesOf(/^Received/)).not.toContain('success');
  expect(tonesOf(/^(Shipped|In transit|Delivered)$/)).toEqual(['info']);
  expect(tonesOf(/^(Batch assigned|In progress|Processing)$/)).toEqual(['progress']);
  expect(tonesOf(/^(Action required|On hold)$/)).toEqual(['warning']);
  expect(ALL.filter(({ tone }) => tone === 'good').every(({ label }) => label === 'Completed')).toBe(true);
});
