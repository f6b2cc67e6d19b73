import { expect, test } from 'vitest';
import { acceptControlFailure } from '#db/batches/accept-control-failure.ts';
import { batchControl } from '#db/batches/batch-control.ts';
import { buildBatchControl } from '#db/factories/build-batch-control.ts';
import { ANN, BOB, LEA } from '#db/factories/build-batch-world.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { by, LYSIS, startedWorld } from '#db/factories/section-acts.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { assignSection } from './assign-section.ts';
import { assignedSection } from './assigned-section.ts';
import { noteDeviation } from './note-deviation.ts';

/** The same acts in both orders of arrival; of each order what `read` sees in the end. */
async function inBothOrders<T>(
  read: (world: MemoryWorld) => T,
  ...acts: ((world: MemoryWorld) => Promise<unknown>)[]
): Promise<T[]> {
  const ends: T[] = [];
  for (const order of [acts, [...acts].reverse()]) {
    const world = await startedWorld();
    world.put(batchControl, buildBatchControl({ id: 'control', plateLocation: 'H12', passed: false }));
    for (const act of order) await act(world);
    ends.push(read(world));
  }
  return ends;
}

const unseen = { changedSinceSeen: async () => true };
const LEO = buildActor({ userId: 'leo', userCompanyId: 'm-leo', name: 'Leo', role: 'LAB_MANAGER' });

test('of two plans of a section the later one stands, whichever arrives first', async () => {
  const plan = (userId: string, minute: number) => (world: MemoryWorld) =>
    runRule(world, assignSection, { assignedSectionId: LYSIS, userId }, by(LEA, minute, unseen));
  const assigned = await inBothOrders(
    (world) => world.one(assignedSection, LYSIS)?.assignedUserId,
    plan('ann', 20),
    plan('bob', 10),
  );
  expect(assigned).toEqual(['ann', 'ann']);
});

test('the planner who is later overruled is told by whom', async () => {
  const world = await startedWorld();
  await runRule(world, assignSection, { assignedSectionId: LYSIS, userId: 'ann' }, by(LEA, 20));
  const earlier = runRule(world, assignSection, { assignedSectionId: LYSIS, userId: 'bob' }, by(LEO, 10));
  expect(await earlier).toMatchObject({
    code: 'ASSIGNED_LATER',
    message: 'Lea assigned it later; that stands.',
  });
});

test('deviations that two people note unseen are both kept, whichever arrives first', async () => {
  const note = (actor: typeof ANN, text: string) => (world: MemoryWorld) =>
    runRule(world, noteDeviation, { assignedSectionId: LYSIS, note: text }, by(actor, 20, unseen));
  const notes = await inBothOrders(
    (world) => world.one(assignedSection, LYSIS)?.deviationNote,
    note(ANN, 'Foam in A1'),
    note(BOB, 'Bath at 54 degrees'),
  );
  expect(notes).toEqual(['Bath at 54 degrees\nFoam in A1', 'Bath at 54 degrees\nFoam in A1']);
});

test('whoever has seen a deviation note replaces it', async () => {
  const world = await startedWorld();
  await runRule(world, noteDeviation, { assignedSectionId: LYSIS, note: 'Foam' }, by(ANN, 20));
  await runRule(world, noteDeviation, { assignedSectionId: LYSIS, note: 'Foam in A1' }, by(BOB, 21));
  expect(world.one(assignedSection, LYSIS)?.deviationNote).toBe('Foam in A1');
});

test('of two managers who accept a failed control the earlier one stands, whichever arrives first', async () => {
  const accept = (actor: typeof LEA, minute: number) => (world: MemoryWorld) =>
    runRule(
      world,
      acceptControlFailure,
      { batchId: 'batch-1', controlId: 'control', reason: `Seen by ${actor.name}` },
      by(actor, minute),
    );
  const accepted = await inBothOrders(
    (world) => world.one(batchControl, 'control')?.acceptedReason,
    accept(LEA, 20),
    accept(LEO, 10),
  );
  expect(accepted).toEqual(['Seen by Leo', 'Seen by Leo']);
});
