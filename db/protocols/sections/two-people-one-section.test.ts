import { expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { batchControl } from '#db/batches/batch-control.ts';
import { acceptControlFailure } from '#db/batches/failures/accept-control-failure.ts';
import { ANN, BOB, LEA } from '#db/factories/benches/build-batch-world.ts';
import {
  by,
  LYSIS,
  record,
  startedWorld,
  worldWithBuffer,
} from '#db/factories/benches/section-operations.ts';
import { buildBatchControl } from '#db/factories/build-batches.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { field } from '#db/protocols/field.ts';
import { noteDeviation } from '#db/protocols/signing/note-deviation.ts';
import { currentValues } from '#db/protocols/values/current-values.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { correctFieldValue, recordFieldValue } from '#db/protocols/values/record-field-value.ts';
import { removeLot } from '#db/protocols/values/remove-lot.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { assignSection } from './assign-section.ts';
import { assignedSection } from './assigned-section.ts';

/** Runs the same operations in both orders of arrival; returns what `read` sees at the end of each. */
async function inBothOrders<T>(
  read: (world: MemoryWorld) => T,
  ...actions: ((world: MemoryWorld) => Promise<unknown>)[]
): Promise<T[]> {
  const ends: T[] = [];
  for (const order of [actions, [...actions].reverse()]) {
    const world = await startedWorld();
    world.putRow(batchControl, buildBatchControl({ id: 'control', plateLocation: 'H12', passed: false }));
    for (const action of order) await action(world);
    ends.push(read(world));
  }
  return ends;
}

const concurrentContext = { changedSinceSeen: async () => true };
const LEO = buildActor({ userId: 'leo', userCompanyId: 'm-leo', name: 'Leo', role: 'LAB_MANAGER' });

test('the later of two plans of a section counts, in either order of arrival', async () => {
  const plan = (userId: string, minute: number) => (world: MemoryWorld) =>
    runRule(world, assignSection, { assignedSectionId: LYSIS, userId }, by(LEA, minute, concurrentContext));
  const assigned = await inBothOrders(
    (world) => world.one(assignedSection, LYSIS)?.assignedUserId,
    plan('ann', 20),
    plan('bob', 10),
  );
  expect(assigned).toEqual(['ann', 'ann']);
});

test('a planner whose plan is overruled later learns by whom', async () => {
  const world = await startedWorld();
  await runRule(world, assignSection, { assignedSectionId: LYSIS, userId: 'ann' }, by(LEA, 20));
  const earlier = runRule(world, assignSection, { assignedSectionId: LYSIS, userId: 'bob' }, by(LEO, 10));
  expect(await earlier).toMatchObject({
    code: 'ASSIGNED_LATER',
    message: 'Lea assigned it later; that applies.',
  });
});

test('deviation notes of two people are both kept, in either order of arrival', async () => {
  const note = (actor: typeof ANN, text: string) => (world: MemoryWorld) =>
    runRule(world, noteDeviation, { assignedSectionId: LYSIS, note: text }, by(actor, 20, concurrentContext));
  const notes = await inBothOrders(
    (world) => world.one(assignedSection, LYSIS)?.deviationNote,
    note(ANN, 'Foam in A1'),
    note(BOB, 'Bath at 54 degrees'),
  );
  expect(notes).toEqual(['Bath at 54 degrees\nFoam in A1', 'Bath at 54 degrees\nFoam in A1']);
});

test('a person who has seen a deviation note replaces it', async () => {
  const world = await startedWorld();
  await runRule(world, noteDeviation, { assignedSectionId: LYSIS, note: 'Foam' }, by(ANN, 20));
  await runRule(world, noteDeviation, { assignedSectionId: LYSIS, note: 'Foam in A1' }, by(BOB, 21));
  expect(world.one(assignedSection, LYSIS)?.deviationNote).toBe('Foam in A1');
});

test('the earlier of two acceptances of a failed control counts, in either order of arrival', async () => {
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

test('two concurrent corrections of one value are a conflict, and both stay', async () => {
  const correct = (actor: typeof ANN, minute: number, value: string) => (world: MemoryWorld) =>
    runRule(
      world,
      correctFieldValue,
      {
        ...{ assignedSectionId: LYSIS, fieldId: 'temperature', sampleId: null, value },
        ...{ inputMethod: 'TYPED' as const, changeReason: 'Read wrongly' },
      },
      by(actor, minute, concurrentContext),
    );
  const read = (world: MemoryWorld) => {
    const values = world.all(fieldValue).filter((one) => one.assignedSectionId === LYSIS);
    const [current] = currentValues(values, world.all(field)).values();
    return [
      current?.current.value,
      current?.differing.map((one) => one.value),
      world.all(syncConflict).length,
    ];
  };
  const first = (world: MemoryWorld) => record(world, LYSIS, 'temperature', null, '56', by(LEA, 1));
  for (const order of [
    [correct(ANN, 20, '57'), correct(BOB, 10, '58')],
    [correct(BOB, 10, '58'), correct(ANN, 20, '57')],
  ]) {
    const world = await startedWorld();
    await first(world);
    for (const action of order) await action(world);
    expect(read(world)).toEqual(['58', ['57'], 1]);
  }
});

test('a lot that two people remove has both removals in its history', async () => {
  const world = await worldWithBuffer();
  const scan = { fieldId: 'buffer', sampleId: null, value: 'L1', inputMethod: 'SCAN' as const };
  await runRule(world, recordFieldValue, { assignedSectionId: LYSIS, ...scan }, by(LEA, 1));
  const valueIds = world.all(fieldValue).map(({ id }) => id);
  const remove = { assignedSectionId: LYSIS, valueIds, reason: 'Scanned by mistake' };
  await runRule(world, removeLot, remove, by(ANN, 10));
  expect(await runRule(world, removeLot, remove, by(BOB, 5))).toMatchObject({ code: 'ALREADY_REMOVED' });
  const removals = world.all(fieldValue).filter((one) => one.removed);
  expect(removals.map((one) => one.enteredById).sort()).toEqual(['ann', 'bob']);
});

test('a value from before the start counts as the start of its batch, in either order of arrival', async () => {
  const world = await startedWorld();
  await record(world, LYSIS, 'temperature', null, '56', {
    actor: BOB,
    occurredAt: '2026-11-21T09:00:00.000Z',
  });
  expect(world.one(batch, 'batch-1')).toMatchObject({
    startedAt: '2026-11-21T09:00:00.000Z',
    startedById: 'bob',
    layoutLockedAt: '2026-11-21T09:00:00.000Z',
  });
});
