import { expect, test } from 'vitest';
import type { ManifestCells } from '#db/ordering/manifest/manifest-row.ts';
import { mergeRows } from './merge-rows.ts';
import { numbered } from './specimen-rows.ts';

const saved = (n: number, more: ManifestCells = {}): ManifestCells => ({
  requisitionNumber: `W-1-00${n}`,
  customerSampleId: `S-${n}`,
  providedSourceSpecies: 'Homo sapiens',
  ...more,
});
const merge = (before: ManifestCells[], local: ManifestCells[], remote: ManifestCells[]) =>
  mergeRows(numbered(before), numbered(local), numbered(remote)).map(({ cells }) => cells);

test('what was typed here and what a colleague saved meanwhile stand beside each other', () => {
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

test('in a cell that both changed what was typed here stands; one that was emptied stays empty', () => {
  const before = [saved(1, { notes: 'old', providedVolume: '10' })];
  const local = [saved(1, { notes: 'mine', providedVolume: '' })];
  const remote = [saved(1, { notes: 'theirs', providedVolume: '10' })];
  expect(merge(before, local, remote)).toEqual([saved(1, { notes: 'mine' })]);
});

test('a row that went elsewhere goes, unless it was changed here; one that went here stays gone', () => {
  const before = [saved(1), saved(2), saved(3)];
  const local = [saved(1), saved(2, { notes: 'keep' })];
  expect(merge(before, local, [saved(3)])).toEqual([saved(2, { notes: 'keep' })]);
});

test('rows that were typed on while they were saved are the same rows, now with their numbers', () => {
  const sentRows: ManifestCells[] = [{ customerSampleId: 'S-1', providedSourceSpecies: 'Homo sapiens' }];
  const local = [{ ...sentRows[0], notes: 'typed meanwhile' }, { customerSampleId: 'S-2' }];
  expect(merge(sentRows, local, [saved(1)])).toEqual([
    saved(1, { notes: 'typed meanwhile' }),
    { customerSampleId: 'S-2' },
  ]);
});
