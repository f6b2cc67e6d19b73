import { expect, test } from 'vitest';
import { resolveFirst } from './open-discrepancy.ts';

test('the blocking text gives the number of open discrepancies and their specimens', () => {
  expect(resolveFirst(1)).toBe('Resolve 1 discrepancy first.');
  expect(resolveFirst(1, ['B-17'])).toBe('Resolve 1 discrepancy first: B-17.');
  expect(resolveFirst(3, ['B-17', 'B-17', 'B-18'])).toBe('Resolve 3 discrepancies first: B-17, B-18.');
  const many = ['A', 'B', 'C', 'D', 'E'];
  expect(resolveFirst(5, many)).toBe('Resolve 5 discrepancies first: A, B, C and 2 more.');
});
