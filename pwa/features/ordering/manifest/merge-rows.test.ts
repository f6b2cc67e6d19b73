import { expect, test } from 'vitest';
import type { ManifestCells } from '#db/ordering/manifest/manifest-row.ts';
import { mergeRows, numbered } from './draft-specimen-rows.ts';

const saved = (n: number, more: ManifestCells = {}): ManifestCells => ({
  requisitionNumber: `W-1-00${n}`,
  customerSampleId: `S-${n}`,
  providedSourceSpecies: 'Homo sapiens',
  ...more,
});
const merge = (before: ManifestCells[], local: ManifestCells[], remote: ManifestCells[]) =>
  mergeRows(numbered(before), numbered(local), numbered(remote)).map(({ cells }) => cells);

test('rows typed here and rows that a colleague saved meanwhile are merged', () => {
  const before = [saved(1), saved(2)];
  const local = [saved(1, { notes: 'mine' }), saved(2), { customerSampleId: 'new' }, {}];
  const remote = [saved(1), saved(2, { providedVolume: '20' }), saved(3)];
  expect(merge(before, local, remote)).toEqual([
    saved(1, { notes: 'mine' }),
    saved(2, { providedVolume: '20' }),
    { customerSampleId: 'new' },
    saved(3),
    {},
  ]);
});

test('in a cell changed by both the local value wins; an emptied one stays empty', () => {
  const before = [saved(1, { notes: 'old', providedVolume: '10' })];
  const local = [saved(1, { notes: 'mine', providedVolume: '' })];
  const remote = [saved(1, { notes: 'theirs', providedVolume: '10' })];
  expect(merge(before, local, remote)).toEqual([saved(1, { notes: 'mine' })]);
});

test('a row removed elsewhere is removed unless changed here; one removed here stays removed', () => {
  const before = [saved(1), saved(2), saved(3)];
  const local = [saved(1), saved(2, { notes: 'keep' })];
  expect(merge(before, local, [saved(3)])).toEqual([saved(2, { notes: 'keep' })]);
});

test('rows edited while they are saved are the same rows, now with their numbers', () => {
  const sentRows: ManifestCells[] = [{ customerSampleId: 'S-1', providedSourceSpecies: 'Homo sapiens' }];
  const local = [{ ...sentRows[0], notes: 'typed meanwhile' }, { customerSampleId: 'S-2' }];
  expect(merge(sentRows, local, [saved(1)])).toEqual([
    saved(1, { notes: 'typed meanwhile' }),
    { customerSampleId: 'S-2' },
  ]);
});
