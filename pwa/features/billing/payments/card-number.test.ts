import { expect, test } from 'vitest';
import {
  cardNumberProblem,
  codeProblem,
  expiryProblem,
  groupedCardNumber,
  groupedExpiry,
} from './card-number.ts';

test('a card number is grouped as printed, also when it is pasted with dashes', () => {
  expect(groupedCardNumber('4242-4242 42424242')).toBe('4242 4242 4242 4242');
  expect(groupedCardNumber('378282246310005')).toBe('3782 822463 10005');
  expect(groupedCardNumber('424')).toBe('424');
});

test('month and year are formatted', () => {
  expect(groupedExpiry('429')).toBe('04 / 29');
  expect(groupedExpiry('12/30')).toBe('12 / 30');
  expect(groupedExpiry('1')).toBe('1');
});

test('a mistyped card number is rejected before anything is sent', () => {
  expect(cardNumberProblem('4242 4242 4242 4242')).toBeNull();
  expect(cardNumberProblem('4242 4242 4242 4243')).toBe('This is not a card number. Check its digits.');
  expect(cardNumberProblem('')).toBe('Enter the card number.');
});

test('a card is valid until the end of its month', () => {
  const today = new Date(2026, 10, 21);
  expect(expiryProblem('11 / 26', today)).toBeNull();
  expect(expiryProblem('10 / 26', today)).toBe('This card has expired.');
  expect(expiryProblem('13 / 27', today)).toBe('Enter month and year, as in 04 / 29.');
});

test('a security code has three or four digits', () => {
  expect(codeProblem('123')).toBeNull();
  expect(codeProblem('12')).not.toBeNull();
});
