import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { placeSample } from '#db/batches/layout/place-sample.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { readyToBill } from '#db/billing/invoices/change-invoice-status.ts';
import { payment } from '#db/billing/payments/payment.ts';
import { openBillingBench } from '#db/factories/benches/billing-bench.ts';
import { ANN, buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { inRole } from '#db/factories/benches/price-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { event } from '#db/records/events/event.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { requeueSample } from '#db/samples/requeue-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { holdSpecimen } from './holding/hold-specimen.ts';
import { type RestartFrom, restartSpecimen, stopSpecimen } from './restart-specimen.ts';
import { specimen } from './specimen.ts';

const FORBIDDEN = 'You do not have permission to perform this action.';
const place = (world: MemoryWorld, sampleId: string, plateLocation: string) =>
  runRule(world, placeSample, { batchId: 'batch-1', sampleId, plateLocation }, { actor: ANN });
const fail = (world: MemoryWorld, sampleId = 's1') =>
  runRule(
    world,
    failSample,
    { sampleId, failureReason: 'INSUFFICENT_RESULTS', failureNotes: null },
    inRole('LAB_MANAGER'),
  );

/** Two specimens in a batch that has started. */
async function inWork(own: Partial<Sample> = {}): Promise<MemoryWorld> {
  const world = buildBatchWorld({ samples: 2, sample: own });
  await place(world, 's1', 'A1');
  await place(world, 's2', 'B1');
  await runRule(world, startBatch, { batchId: 'batch-1' }, { actor: ANN });
  return world;
}
async function failed(own: Partial<Sample> = {}): Promise<MemoryWorld> {
  const world = await inWork(own);
  await fail(world);
  return world;
}
const stop = (world: MemoryWorld, role: Role = 'PROJECT_MANAGER', specimenId = 'specimen-1') =>
  runRule(world, stopSpecimen, { specimenId, reason: 'Clotted again' }, inRole(role));
const restart = (
  world: MemoryWorld,
  role: Role = 'PROJECT_MANAGER',
  from: RestartFrom = 'MATERIAL_ON_HAND',
  context: Partial<OperationContext> = {},
) =>
  runRule(
    world,
    restartSpecimen,
    { specimenId: 'specimen-1', from, reason: 'The first run was mixed up' },
    { ...inRole(role), ...context },
  );
const row = (world: MemoryWorld) => world.one(specimen, 'specimen-1');
const orderOf = (world: MemoryWorld) => world.one(order, 'order-1')?.status;
const steps = (world: MemoryWorld) =>
  world.select(event, { targetId: 'specimen-1' }).map(({ type, data }) => [type, data['from'], data['to']]);
const child = (world: MemoryWorld, parentSampleId: string) => world.select(sample, { parentSampleId })[0];

describe('a stop of the work on a failed specimen', () => {
  test('ends the specimen and its failed samples, and the order is finished with the last', async () => {
    const world = await failed();
    await stop(world);
    expect(row(world)).toMatchObject({ status: 'FAILED_QC_CANCELED', failureReason: 'INSUFFICENT_RESULTS' });
    expect(world.one(sample, 's1')?.status).toBe('FAILED_QC_CANCELED');
    expect(orderOf(world)).toBe('PROCESSING');
    expect(steps(world)).toContainEqual(['SPECIMEN_STATUS_CHANGED', 'FAILED_QC', 'FAILED_QC_CANCELED']);
    await fail(world, 's2');
    await stop(world, 'LAB_MANAGER', 'specimen-2');
    expect(orderOf(world)).toBe('PENDING_COMPLETION');
  });

  test('is allowed for lab and project managers and the directors, with a reason', async () => {
    for (const role of ['LAB_TECH', 'RESEARCH_ASSISTANT', 'CS_MANAGER'] as const)
      await expect(stop(await failed(), role)).rejects.toThrow(FORBIDDEN);
    for (const role of ['LAB_MANAGER', 'LAB_CLINICAL_DIRECTOR', 'LAB_RESEARCH_DIRECTOR'] as const)
      expect(await stop(await failed(), role)).toMatchObject({ outcome: 'APPLIED' });
    const blank = { specimenId: 'specimen-1', reason: ' ' };
    await expect(
      runRule(await failed(), stopSpecimen, blank, inRole('PROJECT_MANAGER')),
    ).rejects.toMatchObject({ code: 'VALIDATION' });
  });

  test('is refused for material in work, and a second time', async () => {
    const world = await inWork();
    await expect(stop(world)).rejects.toThrow('from In progress to Failed QC, canceled');
    await fail(world);
    await stop(world);
    const eventCount = world.all(event).length;
    await expect(restart(world)).rejects.toThrow('Cannot change status from Failed QC, canceled to Reset.');
    expect(world.all(event)).toHaveLength(eventCount);
  });

  test.each([
    ['LAB_TECHNICIAN_ERROR', [-10_000]],
    ['BAD_SAMPLE', []],
  ] as const)('after %s refunds the payment when the lab was at fault', async (failureReason, back) => {
    const bench = await openBillingBench({ orderType: 'ONLINE' });
    await bench.within((tx, context) => readyToBill(tx, context, 'order'));
    const id = bench.drafts()[0]?.id ?? '';
    await bench.issue(id);
    await bench.pay(id, bench.one(id).totalDue, '4711');
    const [s2] = bench.world.select(specimen, { id: 's2' });
    if (s2) bench.world.putRow(specimen, { ...s2, status: 'FAILED_QC', failureReason, completedAt: null });
    await stop(bench.world, 'PROJECT_MANAGER', 's2');
    const refunds = bench.world.select(payment, { invoiceId: id, kind: 'REFUND' });
    expect(refunds.map(({ amount }) => amount)).toEqual(back);
  });
});

describe('a restart of a specimen', () => {
  test('from the material on hand resets its samples and queues a new one at the first stage', async () => {
    const world = await failed();
    await restart(world, 'LAB_MANAGER');
    expect(world.one(sample, 's1')).toMatchObject({ status: 'RESET', remainingVolume: '0' });
    expect(child(world, 's1')).toMatchObject({
      status: 'IN_QUEUE',
      stage: 'EXTRACTION',
      sampleKind: 'ALIQUOT',
      attempt: 2,
      remainingVolume: '800',
      barcode: 'W26325-0001-02',
    });
    expect(row(world)).toMatchObject({ status: 'RECEIVED', failureReason: null, failedBatchCount: 1 });
    expect(steps(world)).toContainEqual(['SPECIMEN_RESET', 'FAILED_QC', 'RESET']);
    expect(steps(world)).toContainEqual(['SPECIMEN_STATUS_CHANGED', 'RESET', 'RECEIVED']);
    expect(orderOf(world)).toBe('PROCESSING');
  });

  test('at a later stage uses the rest of the received tube', async () => {
    const world = await inWork();
    const [first] = world.select(sample, { id: 's1' });
    if (!first) throw new Error('No tube.');
    world.putRow(sample, { ...first, status: 'COMPLETED', remainingVolume: '700' });
    const extract = { sampleKind: 'EXTRACT', stage: 'LIBRARY_PREPARATION', status: 'IN_QUEUE' } as const;
    const own = { id: 'extract', parentSampleId: 's1', batchId: null, plateLocation: null };
    world.putRow(sample, { ...first, ...extract, ...own, barcode: 'W26325-0001-02', attempt: 2 });
    await restart(world);
    expect(world.one(sample, 's1')).toMatchObject({ status: 'COMPLETED', remainingVolume: '0' });
    expect(world.one(sample, 'extract')).toMatchObject({ status: 'RESET' });
    const restartedSample = world.select(sample, { parentSampleId: 's1', status: 'IN_QUEUE' });
    expect(restartedSample).toMatchObject([{ stage: 'EXTRACTION', attempt: 3, remainingVolume: '700' }]);
  });

  test('before its batch starts frees its well', async () => {
    const world = buildBatchWorld({ samples: 2 });
    await place(world, 's1', 'A1');
    await place(world, 's2', 'B1');
    await restart(world);
    expect(world.one(sample, 's1')).toMatchObject({ status: 'RESET', batchId: null, plateLocation: null });
    expect(child(world, 's1')).toMatchObject({ status: 'IN_QUEUE', remainingVolume: '1000' });
    await place(world, child(world, 's1')?.id ?? '', 'A1');
    expect(row(world)?.status).toBe('BATCH_ASSIGNED');
  });

  test('waits on hold while its order is', async () => {
    const world = await failed();
    const [heldOrder] = world.select(order, { id: 'order-1' });
    if (heldOrder) world.putRow(order, { ...heldOrder, status: 'ON_HOLD', heldFromStatus: 'PROCESSING' });
    await restart(world);
    expect([row(world)?.status, child(world, 's1')?.status]).toEqual([
      'RECEIVED_ON_HOLD',
      'RECEIVED_ON_HOLD',
    ]);
    expect(row(world)?.statusBeforeHold).toBe('RECEIVED');
  });

  test('without enough material is refused, and the customer is asked for a replacement', async () => {
    const world = await failed({ remainingVolume: '300' });
    const before = world.all(event).length;
    await expect(restart(world)).rejects.toThrow('Not enough material left; request a new specimen.');
    expect(world.all(event)).toHaveLength(before);
    await restart(world, 'PROJECT_MANAGER', 'REPLACEMENT');
    expect(row(world)).toMatchObject({ status: 'ORDERED', receivedAt: null });
    expect(world.one(sample, 's1')).toMatchObject({ status: 'RESET' });
    expect(steps(world)).toContainEqual(['SPECIMEN_STATUS_CHANGED', 'RESET', 'ORDERED']);
    expect(orderOf(world), 'the other one is still worked on').toBe('PROCESSING');
  });

  test('never uses a replaced or destroyed tube', async () => {
    const world = await failed();
    const [old] = world.select(sample, { id: 's1' });
    const newer = { id: 's9', barcode: 'W26326-0001-01', createdAt: '2026-11-30T08:00:00.000Z' };
    if (old) world.putRow(sample, { ...old, ...newer, remainingVolume: '50' });
    await expect(restart(world)).rejects.toThrow('Not enough material left');
    if (old) world.putRow(sample, { ...old, ...newer, status: 'FAILED_VISUAL_INSPECTION' });
    await expect(restart(world)).rejects.toThrow('Not enough material left');
  });

  test('is allowed for lab and project managers; a third run for insufficient results for the project manager', async () => {
    for (const role of ['LAB_TECH', 'LAB_CLINICAL_DIRECTOR', 'CS_MANAGER'] as const)
      await expect(restart(await failed(), role)).rejects.toThrow(FORBIDDEN);
    const world = await failed();
    await runRule(world, requeueSample, { sampleId: 's1' }, inRole('LAB_MANAGER'));
    const restartedSample = child(world, 's1');
    const insufficient = { status: 'FAILED_QC', failureReason: 'INSUFFICENT_RESULTS' } as const;
    if (restartedSample) world.putRow(sample, { ...restartedSample, ...insufficient });
    await expect(restart(world, 'LAB_MANAGER')).rejects.toMatchObject({ code: 'PROJECT_MANAGER_NEEDED' });
    await restart(world);
    expect(world.select(sample, { status: 'IN_QUEUE' })).toMatchObject([{ attempt: 3 }]);
  });

  test('is refused when the specimen advanced concurrently, and works once only', async () => {
    const concurrentContext = { changedSinceSeen: async () => true };
    await expect(
      restart(await failed(), 'PROJECT_MANAGER', 'REPLACEMENT', concurrentContext),
    ).rejects.toThrow('Specimen W26325-0001 has changed meanwhile.');
    const world = await failed();
    await restart(world);
    await expect(restart(world)).rejects.toThrow('Cannot change status from Received to Reset.');
  });
});

test('can be replaced by a question to the customer, from project managers and customer service', async () => {
  const ask = { specimenId: 'specimen-1', status: 'ACTION_REQUIRED', reason: 'Send another tube?' } as const;
  for (const role of ['PROJECT_MANAGER', 'CS_REP'] as const) {
    const world = await failed();
    await runRule(world, holdSpecimen, ask, inRole(role));
    expect(row(world)).toMatchObject({ status: 'ACTION_REQUIRED', actionRequiredText: 'Send another tube?' });
    expect(steps(world)).toContainEqual(['SPECIMEN_ACTION_REQUIRED', 'FAILED_QC', 'ACTION_REQUIRED']);
  }
  await expect(runRule(await failed(), holdSpecimen, ask, inRole('LAB_TECH'))).rejects.toThrow(FORBIDDEN);
});
