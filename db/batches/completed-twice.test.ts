import { expect, test } from 'vitest';
import { ANN, BOB } from '#db/factories/benches/build-batch-world.ts';
import { change, sampleNow } from '#db/factories/benches/layout-operations.ts';
import { at, by, ELUTION, eluted, sign } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { barcode } from '#db/samples/barcode.ts';
import { nextBarcode } from '#db/samples/mint-child-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { batch } from './batch.ts';
import { completeBatch } from './complete-batch.ts';

const complete = (world: MemoryWorld, actor: typeof ANN, childSuffixLetter: string | null, minute: number) =>
  runRule(
    world,
    completeBatch,
    { batchId: 'batch-1', childSuffixLetter, sampleIds: ['s1', 's2'] },
    by(actor, minute),
  );
const leadTo = (world: MemoryWorld, value: string) =>
  world.all(barcode).find((row) => row.value === value)?.targetId;
const childOf = (world: MemoryWorld, id: string) =>
  world.all(sample).find((row) => row.parentSampleId === id)?.id;

async function signed(): Promise<MemoryWorld> {
  const world = await eluted({});
  await sign(world, ELUTION, by(ANN, 35));
  return world;
}

test.each([
  ['Ann first', [ANN, 'K', BOB, 'M']],
  ['Bob first', [BOB, 'M', ANN, 'K']],
] as const)(
  'the labels that two people printed for one completion lead to the same tubes: %s',
  async (_name, order) => {
    const [first, firstLetter, second, secondLetter] = order;
    const world = await signed();
    await complete(world, first, firstLetter, 37);
    expect(await complete(world, second, secondLetter, 38)).toMatchObject({
      outcome: 'MERGED',
      message: expect.stringContaining('The labels that you printed lead to the same tubes.'),
    });
    for (const id of ['s1', 's2']) {
      const child = childOf(world, id);
      const labels = ['K1', 'M1'].map((suffix) =>
        sampleNow(world, id).barcode.replace(/-\d+$/, `-${suffix}`),
      );
      expect(labels.map((label) => leadTo(world, label))).toEqual([child, child]);
    }
    expect(world.all(sample).filter((row) => row.parentSampleId !== null)).toHaveLength(2);
  },
);

test('the labels of a tube of another business entity belong to its entity', async () => {
  const world = await signed();
  change(world, 's1', { entity: 'RESONANT' });
  await complete(world, ANN, 'K', 37);
  await complete(world, BOB, 'M', 38);
  const labels = world.all(barcode).filter(({ targetId }) => targetId === childOf(world, 's1'));
  expect(labels.map(({ entity }) => entity)).toEqual(['RESONANT', 'RESONANT']);
});

test('a label that leads to another tube is never printed again', async () => {
  const world = await signed();
  await complete(world, ANN, 'K', 37);
  await complete(world, BOB, 'M', 38);
  const stamp = { at: '2026-11-21T12:00:00.000Z', userId: 'bob', entity: 'WBL' } as const;
  const next = await world.transaction(stamp, (tx) => nextBarcode(tx, sampleNow(world, 's1'), 'M'));
  expect(next).toMatch(/-M2$/);
});

test('a second completion online has printed nothing and adds no label', async () => {
  const world = await signed();
  await complete(world, ANN, 'K', 37);
  const before = world.all(barcode).length;
  expect((await complete(world, BOB, null, 38)).message).not.toContain('labels');
  expect(world.all(barcode)).toHaveLength(before);
});

test.each([
  ['in the order of the clock', [ANN, 37], [BOB, 38]],
  ['the other way round', [BOB, 38], [ANN, 37]],
] as const)('the earlier of two completions is the completion: %s', async (_name, first, second) => {
  const world = await signed();
  await complete(world, first[0], null, first[1]);
  await complete(world, second[0], null, second[1]);
  expect(world.one(batch, 'batch-1')).toMatchObject({ completedById: 'ann', completedAt: at(37) });
});
