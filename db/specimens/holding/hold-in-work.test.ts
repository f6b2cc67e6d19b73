import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { completionProblems } from '#db/batches/completion-problems.ts';
import { plateOf } from '#db/batches/find-batch.ts';
import { ANN, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { place, sampleNow, start } from '#db/factories/benches/layout-operations.ts';
import { at, by, ELUTION, eluted, sign } from '#db/factories/benches/section-operations.ts';
import { buildPerson } from '#db/factories/build-identity.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import { person } from '#db/identity/person.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { reviewSample } from '#db/samples/failing/review-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { holdSpecimen, releaseSpecimen } from './hold-specimen.ts';

const CARA = buildActor({ userId: 'cara', userCompanyId: 'm-cara', name: 'Cara', role: 'CS_MANAGER' });

/** A context without knowledge of other people's operations. */
const concurrentContext = (actor = CARA, minute = 5): Partial<OperationContext> =>
  by(actor, minute, { base: {}, changedSinceSeen: async () => true });
const knowing = (actor = CARA, minute = 5): Partial<OperationContext> =>
  by(actor, minute, { base: { 'specimen-1': 1, s1: 1 } });

const hold = (
  world: MemoryWorld,
  context = concurrentContext(),
  status: 'RECEIVED_QUARANTINED' | 'ACTION_REQUIRED' = 'RECEIVED_QUARANTINED',
) => runRule(world, holdSpecimen, { specimenId: 'specimen-1', status, reason: 'Wrong label' }, context);

function lab(): MemoryWorld {
  const world = buildBatchWorld({ samples: 2 });
  world.putRow(person, buildPerson({ id: 'm-cara', userId: 'cara', name: 'Cara', role: 'CS_MANAGER' }));
  return world;
}

/** Ann places both tubes and starts the batch, at her own device. */
const placesAndStarts = async (world: MemoryWorld) => {
  const result = await place(world, 's1', 'A1', concurrentContext(ANN, 10));
  await place(world, 's2', 'B1', concurrentContext(ANN, 11));
  await start(world, by(ANN, 12));
  return result;
};

const openConflicts = (world: MemoryWorld) => world.all(syncConflict).filter((row) => row.status === 'OPEN');
const decide = (world: MemoryWorld, choice: 'KEEP_A' | 'KEEP_B') =>
  runRule(
    world,
    resolveConflict,
    { conflictId: openConflicts(world)[0]?.id ?? '', choice, value: null },
    by(LEA, 50),
  );

const state = (world: MemoryWorld) => ({
  samples: world.all(sample).map((row) => ({
    id: row.id,
    status: row.status,
    batchId: row.batchId,
    plateLocation: row.plateLocation,
    remainingVolume: row.remainingVolume,
    flaggedForReview: row.flaggedForReview,
  })),
  specimens: world.all(specimen).map((row) => ({
    id: row.id,
    status: row.status,
    holdReason: row.holdReason,
    statusBeforeHold: row.statusBeforeHold,
    actionRequiredText: row.actionRequiredText,
  })),
  orders: world.all(order).map(({ status }) => status),
  batches: world.all(batch).map(({ status }) => status),
  conflicts: openConflicts(world).map(({ kind, targetId, batchId, mine, theirs }) => ({
    kind,
    targetId,
    batchId,
    mine,
    theirs,
  })),
});

const problemsOf = (world: MemoryWorld): Promise<string[]> =>
  world.transaction({ at: at(50), userId: 'ann', entity: 'WBL' }, async (tx) => {
    const row = world.one(batch, 'batch-1');
    if (!row) throw new Error('no batch');
    return completionProblems(tx, row, await plateOf(tx, row.id));
  });

const holdFirst = async () => {
  const world = lab();
  await hold(world);
  await placesAndStarts(world);
  return world;
};
const workFirst = async () => {
  const world = lab();
  await placesAndStarts(world);
  await hold(world);
  return world;
};
const betweenPlacingAndStart = async () => {
  const world = lab();
  await place(world, 's1', 'A1', concurrentContext(ANN, 10));
  await place(world, 's2', 'B1', concurrentContext(ANN, 11));
  await hold(world);
  await start(world, by(ANN, 12));
  return world;
};

describe('a quarantine and a start without knowledge of each other', () => {
  test('are both stored: the sample is flagged, the batch has a warning, and one conflict names both people', async () => {
    const world = lab();
    await placesAndStarts(world);
    expect(await hold(world)).toEqual({
      outcome: 'CONFLICT',
      code: 'HELD_IN_WORK',
      message:
        'Specimen W26325-0001 is in batch W26325-E01 already. Its samples are flagged for review; a lab manager decides.',
    });
    expect(sampleNow(world, 's1')).toMatchObject({ status: 'IN_PROGRESS', flaggedForReview: true });
    expect(sampleNow(world, 's2').flaggedForReview).toBe(false);
    expect(world.all(event).filter((one) => one.type === 'BATCH_OVERRIDE')).toMatchObject([
      {
        targetId: 'batch-1',
        data: { reason: 'Specimen W26325-0001 was set aside by Cara. Received, quarantined: Wrong label' },
      },
    ]);
    expect(openConflicts(world)).toMatchObject([
      {
        kind: 'HELD_IN_WORK',
        targetType: 'Specimen',
        targetId: 'specimen-1',
        batchId: 'batch-1',
        mine: { name: 'Cara', occurredAt: at(5), label: 'Received, quarantined: Wrong label' },
        theirs: { name: 'Ann', occurredAt: at(10), label: 'W26325-0001-01 in batch W26325-E01, A1' },
      },
    ]);
    expect(await problemsOf(world)).toContain('Resolve 1 sync conflicts first.');
  });

  test('have the same result in every order of arrival', async () => {
    const worlds = [await holdFirst(), await workFirst(), await betweenPlacingAndStart()];
    const [first] = worlds;
    if (!first) throw new Error('no world');
    for (const world of worlds) expect(state(world)).toEqual(state(first));
    expect(sampleNow(first, 's1')).toMatchObject({ status: 'IN_PROGRESS', remainingVolume: '800' });
  });

  test.each([
    ['KEEP_A', 'IN_PROGRESS', 'IN_PROGRESS', 'batch-1'],
    ['KEEP_B', 'RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED', null],
  ] as const)(
    'have the same result when %s is decided: the sample is %s',
    async (choice, status, owner, batchId) => {
      const worlds = [await holdFirst(), await workFirst(), await betweenPlacingAndStart()];
      for (const world of worlds) {
        expect(await decide(world, choice)).toMatchObject({ outcome: 'APPLIED' });
        expect(sampleNow(world, 's1')).toMatchObject({ status, batchId, flaggedForReview: false });
        expect(world.one(specimen, 'specimen-1')?.status).toBe(owner);
        expect(state(world)).toEqual(state(worlds[0] ?? world));
        expect((await problemsOf(world)).join(' ')).not.toContain('sync conflicts');
      }
    },
  );

  test('leave a specimen that can be released to work after its removal', async () => {
    const world = await workFirst();
    await decide(world, 'KEEP_B');
    await runRule(world, releaseSpecimen, { specimenId: 'specimen-1', note: 'Label read' }, by(LEA, 55));
    expect(sampleNow(world, 's1')).toMatchObject({ status: 'IN_QUEUE', remainingVolume: '800' });
    await place(world, 's1', 'A1', by(LEA, 56), 'batch-2');
    expect(world.one(specimen, 'specimen-1')?.status).toBe('BATCH_ASSIGNED');
  });

  test('remove an unstarted sample from the layout by decision', async () => {
    const world = lab();
    await place(world, 's1', 'A1', by(ANN, 10));
    await hold(world);
    expect(sampleNow(world, 's1')).toMatchObject({ status: 'BATCH_ASSIGNED', flaggedForReview: true });
    await decide(world, 'KEEP_B');
    expect(sampleNow(world, 's1')).toMatchObject({
      status: 'RECEIVED_QUARANTINED',
      batchId: null,
      remainingVolume: '1000',
    });
  });

  test('keep a flag that was set for another reason', async () => {
    const world = lab();
    await placesAndStarts(world);
    world.putRow(sample, { ...sampleNow(world, 's1'), flaggedForReview: true });
    await hold(world);
    await decide(world, 'KEEP_A');
    expect(sampleNow(world, 's1').flaggedForReview).toBe(true);
  });

  test('open one conflict for two holds, and its removal asks the customer', async () => {
    const world = lab();
    await placesAndStarts(world);
    await hold(world, concurrentContext(CARA, 5), 'ACTION_REQUIRED');
    await hold(world, concurrentContext(LEA, 6));
    expect(openConflicts(world)).toHaveLength(1);
    await decide(world, 'KEEP_B');
    expect(world.one(specimen, 'specimen-1')).toMatchObject({
      status: 'ACTION_REQUIRED',
      actionRequiredText: 'Wrong label',
      actionRequiredSince: at(5),
    });
  });
});

describe('a hold', () => {
  test('by a person who knows of the batch is refused, and so is a placing by a person who knows of the hold', async () => {
    const world = lab();
    await place(world, 's1', 'A1', by(ANN, 1));
    await expect(hold(world, knowing())).rejects.toThrow('Cannot change status from');
    const other = lab();
    await hold(other, knowing());
    await expect(place(other, 's1', 'A1', knowing(ANN, 9))).rejects.toThrow('is on hold');
    expect([openConflicts(world), openConflicts(other)]).toEqual([[], []]);
  });

  test('that arrives after the completion flags the derived sample, which can be taken out', async () => {
    const world = await eluted();
    await sign(world, ELUTION, by(ANN, 35));
    await runRule(world, completeBatch, { batchId: 'batch-1' }, by(ANN, 36));
    const child = world.all(sample).find((row) => row.parentSampleId === 's1')?.id ?? '';
    await hold(world);
    expect(sampleNow(world, child)).toMatchObject({ status: 'IN_QUEUE', flaggedForReview: true });
    expect(openConflicts(world)).toMatchObject([{ theirs: { name: 'Ann' } }]);
    await decide(world, 'KEEP_B');
    expect(sampleNow(world, child).status).toBe('RECEIVED_QUARANTINED');
    await runRule(world, releaseSpecimen, { specimenId: 'specimen-1', note: 'Label read' }, by(LEA, 55));
    expect(sampleNow(world, child).status).toBe('IN_QUEUE');
  });

  test('that arrives after all work is done keeps its samples flagged until somebody reviews them', async () => {
    const world = await eluted({ sample: { libraryPreparationProcedureId: null } });
    await sign(world, ELUTION, by(ANN, 35));
    await runRule(world, completeBatch, { batchId: 'batch-1' }, by(ANN, 36));
    await hold(world);
    await decide(world, 'KEEP_B');
    expect(sampleNow(world, 's1')).toMatchObject({ status: 'COMPLETED', flaggedForReview: true });
    expect(world.one(specimen, 'specimen-1')?.status).toBe('IN_PROGRESS');
    await runRule(world, reviewSample, { sampleId: 's1', reason: 'Label read' }, knowing(LEA, 55));
    expect(sampleNow(world, 's1').flaggedForReview).toBe(false);
  });
});

test('and a concurrent failure are both stored, with the same result in either order', async () => {
  const fail = (world: MemoryWorld) =>
    runRule(
      world,
      failSample,
      { sampleId: 's1', failureReason: 'BAD_SAMPLE', failureNotes: 'clotted' },
      concurrentContext(ANN, 6),
    );
  const [a, b] = [lab(), lab()];
  await hold(a);
  expect(await fail(a)).toMatchObject({ outcome: 'APPLIED' });
  await fail(b);
  await expect(hold(b)).rejects.toThrow('Cannot change status from');
  expect(state(a)).toEqual(state(b));
  expect(a.one(specimen, 'specimen-1')?.status).toBe('ACTION_REQUIRED');
});
