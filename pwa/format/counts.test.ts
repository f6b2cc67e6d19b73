import { expect, test } from 'vitest';
import { countOf } from './numbers.ts';

test('one tube is singular', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'tube'))).toEqual(['0 tubes', '1 tube', '2 tubes']);
  expect(countOf(2, 'box', 'boxes')).toBe('2 boxes');
});
