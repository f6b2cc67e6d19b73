import { expect, test } from 'vitest';
import { shortName } from './box-picture.tsx';

test('tubes of two days with the same number differ in a box', () => {
  expect(shortName('W26325-0007-01')).toBe('W26325\n0007-01');
  expect(shortName('W26324-0007-01')).not.toBe(shortName('W26325-0007-01'));
});

test('a foreign code shows its end', () => {
  expect(shortName('FB1234567890')).toBe('4567890');
});
