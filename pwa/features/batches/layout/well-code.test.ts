import { expect, test } from 'vitest';
import { wellOfCode } from './use-plate-scan.ts';

const BATCH = 'W26325-E01';

test.each([
  ['A1', 'A1'],
  ['h12', 'H12'],
  ['B03', 'B3'],
  ['WELL-C7', 'C7'],
  ['W26325-E01-D4', 'D4'],
])('the label %s names the well %s', (code, well) => {
  expect(wellOfCode(code, BATCH)).toBe(well);
});

test.each(['A13', 'I1', 'A0', '', 'W26325-0007-A1', 'W26325-E02-A1', 'BOX-A1'])(
  '%s names no well of this plate',
  (code) => {
    expect(wellOfCode(code, BATCH)).toBeNull();
  },
);
