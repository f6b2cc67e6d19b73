import { expect, test } from 'vitest';
import { naturalOrder } from './natural-order.ts';

test('box 2 comes before box 10, in any spelling', () => {
  const boxes = ['Box 10', 'box 2', 'Box 1', 'A10', 'A2'];
  expect(boxes.sort(naturalOrder)).toEqual(['A2', 'A10', 'Box 1', 'box 2', 'Box 10']);
  expect(naturalOrder('box 2', 'Box 2')).toBe(0);
});
