import { expect, test } from 'vitest';
import { ANN, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  by,
  ELUTION,
  eluted,
  LYSIS,
  lysed,
  record,
  sign,
  startedWorld,
} from '#db/factories/benches/section-operations.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { readSectionView } from './section-view.ts';

const readView = (world: MemoryWorld, id: string, actor: Actor = ANN) => {
  const context = buildContext({ actor, replica: 'device' });
  const stamp = { at: context.occurredAt, userId: actor.userId, entity: actor.entity };
  return world.transaction(stamp, (tx) => readSectionView(tx, context, id));
};

test('a section before its turn links to the open one, a completed one to the next, the last to the batch', async () => {
  const world = await startedWorld();
  const before = await readView(world, ELUTION);
  expect(before.lockedText).toBe('Complete Lysis first.');
  expect(before.next).toEqual({
    label: 'Open Lysis',
    link: { to: '/lab/assigned-sections/$assignedSectionId', params: { assignedSectionId: LYSIS } },
  });
  expect((await readView(world, LYSIS)).next).toBeNull();
  expect((await readView(await lysed(), LYSIS)).next).toEqual({
    label: 'Continue with Elution',
    link: { to: '/lab/assigned-sections/$assignedSectionId', params: { assignedSectionId: ELUTION } },
  });
  const done = await eluted();
  await sign(done, ELUTION, by(ANN, 35));
  expect((await readView(done, ELUTION)).next?.link).toEqual({
    to: '/lab/batches/$batchId',
    params: { batchId: 'batch-1' },
  });
});

test('a user who may not reopen a section learns whom to ask', async () => {
  const world = await lysed();
  expect((await readView(world, LYSIS)).lockedText).toContain('ask a lab manager or director to reopen it.');
  expect((await readView(world, LYSIS, LEA)).lockedText).toContain('reopen it with a reason.');
});

test('missing values name their wells, unless all wells lack the value', async () => {
  const world = await lysed();
  await record(world, ELUTION, 'volume', 's1', '48', by(ANN, 31));
  const { problems } = await readView(world, ELUTION);
  const wells = (label: string) => problems.find((one) => one.message.startsWith(label))?.wells;
  expect(wells('Volume')).toEqual(['B1']);
  expect(wells('Concentration')).toEqual([]);
});
