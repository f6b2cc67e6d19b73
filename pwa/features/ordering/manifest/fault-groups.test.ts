import { expect, test } from 'vitest';
import type { ManifestFault } from '#db/ordering/manifest/manifest-fault.ts';
import { groupFaults, rowsText } from './fault-groups.ts';

const manifestFault = (row: number, over: Partial<ManifestFault> = {}): ManifestFault => ({
  row,
  column: 'DNA Type',
  field: 'providedDnaType',
  value: 'Genomic DNA',
  problem: 'Unknown DNA type.',
  message: `Row ${row}, DNA Type: Unknown DNA type.`,
  suggestion: 'gDNA',
  fix: null,
  existing: null,
  ...over,
});

test('a column with one repeated fault is one line, and hides no other fault', () => {
  const well = manifestFault(5, { column: 'Plate Position', value: 'Z9', problem: 'Invalid plate location' });
  const manifestFaults = [
    manifestFault(4),
    manifestFault(5),
    well,
    manifestFault(6),
    manifestFault(7),
    manifestFault(9),
  ];
  expect(
    groupFaults(manifestFaults).map(({ manifestFault: { column }, rows }) => [column, rowsText(rows)]),
  ).toEqual([
    ['DNA Type', '4 to 7, 9'],
    ['Plate Position', '5'],
  ]);
});

test('three rows with the same mistake and different values stay separate lines', () => {
  const manifestFaults = [
    manifestFault(4),
    manifestFault(5),
    manifestFault(6),
    manifestFault(7, { value: 'DNS' }),
    manifestFault(8, { value: 'DNA?' }),
  ];
  expect(groupFaults(manifestFaults).map(({ rows }) => rowsText(rows))).toEqual(['4', '5', '6', '7', '8']);
});

test('adjacent rows are formatted as a range', () => {
  expect(rowsText([2, 3, 5, 6, 7, 11])).toBe('2, 3, 5 to 7, 11');
});
