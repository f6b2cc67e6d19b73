import { expect, test } from 'vitest';
import { orderName, orderPhrase, orderSubject } from './order-name.ts';

const draft = {
  orderNumber: null,
  serviceName: 'Oxford Nanopore sequencing',
  createdAt: '2026-11-28T03:00:00.000Z',
};

test('an order is named by its number, a draft by its service and the day in the time zone of the reader', () => {
  expect(orderName({ ...draft, orderNumber: 'W-000123' })).toBe('W-000123');
  expect(orderName(draft)).toBe('Draft, Oxford Nanopore sequencing, Nov 28');
  expect(orderName(draft, 'America/New_York')).toBe('Draft, Oxford Nanopore sequencing, Nov 27');
});

test('a draft is named without what is not known of it', () => {
  expect(orderName({ orderNumber: null })).toBe('Draft');
  expect(orderName({ ...draft, createdAt: null })).toBe('Draft, Oxford Nanopore sequencing');
});

test('a sentence names the number, or the draft', () => {
  expect([orderPhrase({ orderNumber: 'W-000123' }), orderPhrase(draft)]).toEqual([
    'order W-000123',
    'the draft',
  ]);
  expect([orderSubject({ orderNumber: 'W-000123' }), orderSubject(draft)]).toEqual([
    'Order W-000123',
    'The draft',
  ]);
});
