import { expect, test } from 'vitest';
import { type OrderNotification, renderOrderEmail } from './order-emails.ts';

const ORDER: OrderNotification = {
  url: 'https://lab.example/orders/1',
  orderNumber: 'W-000123',
  companyName: 'Harbor University',
  serviceName: 'Whole genome',
  total: 12_300,
  reason: null,
  packing: { packageType: 'PLATE', specimenCount: 96, kitCount: null },
  promise: '21 days after we receive your specimens: Dec 21, 2026 if received today',
};
const textOf = (more: Partial<OrderNotification> = {}) =>
  renderOrderEmail('ORDER_CONFIRMATION', 'WBL', { ...ORDER, ...more });

test('a confirmation states the promised date, the ship-to address and how to pack', () => {
  const { subject, text } = textOf();
  expect(subject).toBe('Order W-000123 is confirmed');
  expect(text).toContain('Print the attached packing slip');
  expect(text).toContain('Specimens: 96');
  expect(text).toContain('Send to: WBL, Specimen accessioning, 100 Sequencing Way, Boston, MA 02115, US');
  expect(text).toContain('Packing: Seal each plate with foil');
  expect(text).toContain('Results: 21 days after we receive your specimens: Dec 21, 2026 if received today');
});

test('an order that waits is confirmed too, and its specimens are sent after the decision', () => {
  const { subject, text } = textOf({ waitsFor: 'PURCHASE_ORDER' });
  expect(subject).toBe('Order W-000123 is submitted');
  expect(text).toContain('We check your purchase order and email you when the order is approved.');
  expect(text).toContain('Send your specimens after that, with the attached packing slip.');
  expect(text).not.toContain('Print the attached packing slip');
  expect(textOf({ waitsFor: 'APPROVAL' }).text).toContain('The order needs approval.');
});

test('an order of stored material has no packing, and one with kits says who sends first', () => {
  const onHand = textOf({ onHand: true, packing: null, promise: 'By Dec 21, 2026' }).text;
  expect(onHand).not.toContain('Send to:');
  expect(onHand).toContain('Results: By Dec 21, 2026');
  const packing = { packageType: 'TUBE', specimenCount: 4, kitCount: 4 } as const;
  expect(textOf({ packing }).text).toContain('Kits: The lab sends 4 collection kits first');
});
