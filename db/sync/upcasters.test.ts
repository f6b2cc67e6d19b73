import { expect, test } from 'vitest';
import { upcast } from './protocol-version.ts';
import { digestText } from './wire.ts';

const STEPS = {
  'move-sample@1': (args: Record<string, unknown>) => ({ ...args, position: null }),
  'move-sample@2': (args: Record<string, unknown>) => ({ ...args, forced: false }),
};

test("an old operation from a device's outbox is converted through every version to the newest", () => {
  expect(upcast('move-sample', 1, 3, { sampleId: 's' }, STEPS)).toEqual({
    sampleId: 's',
    position: null,
    forced: false,
  });
  expect(upcast('move-sample', 3, 3, { sampleId: 's' }, STEPS)).toEqual({ sampleId: 's' });
});

test('a missing step and a future version cannot be converted', () => {
  expect(upcast('move-sample', 1, 4, {}, STEPS)).toBeUndefined();
  expect(upcast('move-sample', 4, 3, {}, STEPS)).toBeUndefined();
});

test('a digest does not depend on the order in which documents were stored', () => {
  const lines = [
    { id: 'b', rev: 2 },
    { id: 'a', rev: 10 },
    { id: 'B', rev: 1 },
  ];
  expect(digestText(lines)).toBe('B|1\na|10\nb|2');
  expect(digestText([...lines].reverse())).toBe(digestText(lines));
  expect(digestText([])).toBe('');
});

test('a start that waited through an update of the app has no layout', () => {
  expect(upcast('start-batch', 1, 2, { batchId: 'batch-1' })).toEqual({ batchId: 'batch-1', layout: null });
});
