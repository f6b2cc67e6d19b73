import { expect, test } from 'vitest';
import { cardAmountProblem, intentKey, splitReceived } from './payable-amount.ts';

test('a card pays no more than the balance and no less than fifty cents', () => {
  expect(cardAmountProblem(1000, 1000)).toBeNull();
  expect(cardAmountProblem(1000, 50)).toBeNull();
  expect(cardAmountProblem(1000, 1001)).toBe('Amount exceeds the balance due.');
  expect(cardAmountProblem(1000, 49)).toBe('Pay at least $0.50.');
  expect(cardAmountProblem(0, 50)).toBe('Amount exceeds the balance due.');
});

test('the excess of a check is refunded', () => {
  expect(splitReceived(1000, 1250)).toEqual({ applied: 1000, excess: 250 });
  expect(splitReceived(1000, 400)).toEqual({ applied: 400, excess: 0 });
  expect(splitReceived(-50, 400)).toEqual({ applied: 0, excess: 400 });
});

test('the same attempt at the same amount has the same key', () => {
  expect(intentKey('order-1', 209_550, 1)).toBe('order-1:209550:1');
});
