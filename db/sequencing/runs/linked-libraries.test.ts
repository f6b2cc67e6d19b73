import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { linkedLibraries } from './linked-libraries.ts';

const LIBRARY = { specimenId: 'p1', stage: 'SEQUENCING', sampleKind: 'LIBRARY' } as const;

/** List the ids of the tubes of the library to which a sample belongs. */
async function idsFrom(sampleId: string, further: readonly (Partial<Sample> & { id: string })[]) {
  const world = new MemoryWorld();
  const tubes = [
    { id: 'extract', stage: 'LIBRARY_PREPARATION' as const, sampleKind: 'EXTRACT' as const },
    { id: 'first', parentSampleId: 'extract' },
    { id: 'second', parentSampleId: 'first' },
    { id: 'third', parentSampleId: 'second' },
  ];
  for (const tube of [...tubes, ...further]) world.putRow(sample, buildSample({ ...LIBRARY, ...tube }));
  const stamp = { at: '2026-11-21T10:00:00.000Z', userId: 'lea', entity: 'WBL' as const };
  return world.transaction(stamp, async (tx) => (await linkedLibraries(tx, sampleId)).map(({ id }) => id));
}

test.each(['first', 'second', 'third'])('the tubes of a library are found from the %s one', async (id) => {
  expect(await idsFrom(id, [])).toEqual(['first', 'second', 'third']);
});

test.each([
  ['a duplicate', { sampleKind: 'DUPLICATE' as const }],
  ['a tube of a rework order', { specimenId: 'p2' }],
  ['a removed tube', { deleted: true }],
])('%s is no part of the library', async (_, changes) => {
  const other = { id: 'other', parentSampleId: 'first', ...changes };
  expect(await idsFrom('first', [other])).toEqual(['first', 'second', 'third']);
});

test('a duplicate is a library of its own', async () => {
  const duplicate = { id: 'other', parentSampleId: 'first', sampleKind: 'DUPLICATE' as const };
  expect(await idsFrom('other', [duplicate])).toEqual(['other']);
});

test('an unknown sample has no tubes', async () => {
  expect(await idsFrom('unknown', [])).toEqual([]);
});
