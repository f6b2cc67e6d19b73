import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { addDuplicate } from '#db/batches/layout/add-duplicate.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { ANN, BOB, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { failureState } from '#db/factories/benches/decision-operations.ts';
import {
  change,
  layoutOf,
  onDevice,
  openIn,
  place,
  sampleNow,
} from '#db/factories/benches/layout-operations.ts';
import { at, by } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { order } from '#db/ordering/orders/order.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { requeueSample } from '#db/samples/requeue-sample.ts';
import { specimen } from '#db/specimens/specimen.ts';

type TestAction = (world: MemoryWorld) => Promise<unknown>;

const concurrentContext = (actor: typeof ANN, minute: number) =>
  by(actor, minute, { base: { 'batch-1': 1 }, changedSinceSeen: async () => true });

const fails =
  (sampleId: string, minute: number): TestAction =>
  (world) =>
    runRule(
      world,
      failSample,
      { sampleId, failureReason: 'BAD_SAMPLE', failureNotes: 'clotted' },
      concurrentContext(BOB, minute),
    );

const starts =
  (wells: Record<string, string>, minute = 20): TestAction =>
  (world) =>
    runRule(
      world,
      startBatch,
      { batchId: 'batch-1', layout: layoutOf(wells) },
      concurrentContext(ANN, minute),
    );

const duplicates: TestAction = (world) =>
  runRule(
    world,
    addDuplicate,
    {
      ...{ batchId: 'batch-1', sampleId: 's1', duplicateId: 'd1', duplicateBarcodeId: 'label-d1' },
      ...{ plateLocation: 'C1', childSuffixLetter: 'K' },
    },
    onDevice,
  );

/** Return the state that must be equal in any order of arrival. */
const state = (world: MemoryWorld) => ({
  ...failureState(world),
  orders: world.all(order).map(({ status }) => status),
  batch: world.one(batch, 'batch-1')?.status,
  conflicts: openIn(world).map(({ kind, targetId }) => [kind, targetId]),
});

/** Build a batch with s1 in A1 and s2 in B1. */
async function laidOut(): Promise<MemoryWorld> {
  const world = buildBatchWorld({ samples: 2 });
  await place(world, 's1', 'A1');
  await place(world, 's2', 'B1');
  return world;
}

async function bothOrders(actions: readonly TestAction[], buildWorld: () => Promise<MemoryWorld> = laidOut) {
  const worlds: [MemoryWorld, MemoryWorld] = [await buildWorld(), await buildWorld()];
  for (const action of actions) await action(worlds[0]);
  for (const action of [...actions].reverse()) await action(worlds[1]);
  return worlds;
}

const PLATE = { A1: 's1', B1: 's2' };

describe('a tube that fails and is pipetted without knowledge of the failure', () => {
  test.each([
    ['before', 10],
    ['after', 30],
  ])('counts as failed in work in both orders when it failed %s the start', async (_, minute) => {
    const [a, b] = await bothOrders([starts(PLATE), fails('s1', minute)]);
    expect(state(a)).toEqual(state(b));
    for (const world of [a, b]) {
      expect(sampleNow(world, 's1')).toMatchObject({
        ...{ status: 'FAILED_QC', batchId: 'batch-1', plateLocation: 'A1', remainingVolume: '800' },
        ...{ failedAt: at(minute), failedById: 'bob', failureNotes: 'clotted' },
      });
      expect(sampleNow(world, 's2').status).toBe('IN_PROGRESS');
      expect(world.one(specimen, 'specimen-1')).toMatchObject({ status: 'FAILED_QC', failedBatchCount: 1 });
      expect(openIn(world)).toEqual([]);
    }
  });

  test('is reported to its starter', async () => {
    const world = await laidOut();
    await fails('s1', 10)(world);
    expect(await starts(PLATE)(world)).toEqual({
      outcome: 'APPLIED_WITH_WARNING',
      code: 'SAMPLES_FAILED',
      message: 'Failed before you knew, and counted as failed in work: W26325-0001-01 by Bob.',
    });
  });

  test('stays out of the batch when its starter left it out', async () => {
    const world = await laidOut();
    await fails('s1', 10)(world);
    expect(await starts({ B1: 's2' })(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(sampleNow(world, 's1')).toMatchObject({
      ...{ status: 'FAILED_VISUAL_INSPECTION', batchId: null, remainingVolume: '1000' },
    });
  });

  test('leaves its duplicate in work in both orders', async () => {
    const twins = async () => {
      const world = await laidOut();
      await duplicates(world);
      return world;
    };
    const [a, b] = await bothOrders([starts({ ...PLATE, C1: 'd1' }), fails('s1', 10)], twins);
    expect(state(a)).toEqual(state(b));
    expect(sampleNow(b, 's1')).toMatchObject({ status: 'FAILED_BATCH_DUPLICATE', remainingVolume: '600' });
    expect(sampleNow(b, 'd1')).toMatchObject({ status: 'IN_PROGRESS', plateLocation: 'C1' });
    expect(b.one(specimen, 'specimen-1')).toMatchObject({ status: 'IN_PROGRESS', failedBatchCount: 0 });
  });

  test('leaves its source in work in both orders when it is a duplicate', async () => {
    const twins = async () => {
      const world = await laidOut();
      await duplicates(world);
      return world;
    };
    const [a, b] = await bothOrders([starts({ ...PLATE, C1: 'd1' }), fails('d1', 10)], twins);
    expect(state(a)).toEqual(state(b));
    expect(sampleNow(b, 'd1')).toMatchObject({ status: 'FAILED_BATCH_DUPLICATE', batchId: 'batch-1' });
  });

  test('waits for its confirmation in both orders when the material is clinical', async () => {
    const clinical = async () => {
      const world = await laidOut();
      for (const one of world.all(protocol)) world.putRow(protocol, { ...one, clinical: true });
      return world;
    };
    const [a, b] = await bothOrders([starts(PLATE), fails('s1', 10)], clinical);
    expect(state(a)).toEqual(state(b));
    expect(sampleNow(b, 's1').flaggedForReview).toBe(true);
  });

  test('gives the same result in both orders for a specimen that was further on', async () => {
    const later = async () => {
      const world = await laidOut();
      const owner = world.one(specimen, 'specimen-1');
      if (owner) world.putRow(specimen, { ...owner, status: 'IN_PROGRESS' });
      return world;
    };
    const [a, b] = await bothOrders([starts(PLATE), fails('s1', 10)], later);
    expect(state(a)).toEqual(state(b));
    expect(b.one(specimen, 'specimen-1')).toMatchObject({ status: 'FAILED_QC', failedBatchCount: 1 });
  });

  test('keeps the barcode that its starter gave it', async () => {
    const barcoded = async () => {
      const world = await laidOut();
      change(world, 's1', { dnaBarcode: 'barcode01' });
      return world;
    };
    const layout = layoutOf(PLATE).map((one) =>
      one.sampleId === 's1' ? { ...one, dnaBarcode: 'barcode01' } : one,
    );
    const begins: TestAction = (world) =>
      runRule(world, startBatch, { batchId: 'batch-1', layout }, concurrentContext(ANN, 20));
    const [a, b] = await bothOrders([begins, fails('s1', 10)], barcoded);
    expect(state(a)).toEqual(state(b));
    expect(sampleNow(b, 's1').dnaBarcode).toBe('barcode01');
  });
});

test('a tube that was repeated since its failure stays unchanged, and the start opens a conflict', async () => {
  const world = await laidOut();
  await fails('s1', 10)(world);
  await runRule(world, requeueSample, { sampleId: 's1', childSuffixLetter: null }, by(LEA, 12));
  expect(await starts(PLATE)(world)).toMatchObject({ outcome: 'CONFLICT', code: 'LAYOUT_DIFFERS' });
  expect(sampleNow(world, 's1')).toMatchObject({ status: 'RESET', batchId: null });
});
