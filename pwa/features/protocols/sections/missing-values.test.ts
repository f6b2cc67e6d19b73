import { expect, test } from 'vitest';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import { by, ELUTION, eluted, lysed, record } from '#db/factories/benches/section-operations.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { sectionProgress } from './missing-values.ts';
import { readSectionView } from './section-view.ts';

async function progressOf(world: MemoryWorld) {
  const context = buildContext({ actor: ANN, replica: 'device' });
  const stamp = { at: context.occurredAt, userId: ANN.userId, entity: ANN.entity };
  return sectionProgress(await world.transaction(stamp, (tx) => readSectionView(tx, context, ELUTION)));
}

test('missing values are counted by well, each well once', async () => {
  const { text, cells, steps } = await progressOf(await lysed());
  expect(text).toBe('2 wells missing');
  expect(steps.map(({ missing, done }) => ({ missing, done }))).toContainEqual({
    missing: cells.length,
    done: false,
  });
});

test('a recorded value is not missing any more, and the first missing one is the next well', async () => {
  const world = await lysed();
  await record(world, ELUTION, 'volume', 's1', '48', by(ANN, 31));
  await record(world, ELUTION, 'concentration', 's1', '20', by(ANN, 31));
  const { text, cells } = await progressOf(world);
  expect(text).toBe('1 well missing');
  expect(cells[0]?.well).toBe('B1');
});

test('a section with all values has nothing missing', async () => {
  expect(await progressOf(await eluted())).toMatchObject({ text: null, cells: [] });
});
