import { describe, expect, test } from 'vitest';
import { placeSample } from '#db/batches/layout/place-sample.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { ANN, BOB, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { event } from '#db/records/events/event.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { confirmFailure, overturnFailure } from '#db/samples/failing/review-sample.ts';
import { requeueSample } from '#db/samples/requeue-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';

const DEE = buildActor({ userId: 'dee', name: 'Dee', role: 'LAB_CLINICAL_DIRECTOR' });
const PIA = buildActor({ userId: 'pia', name: 'Pia', role: 'PROJECT_MANAGER' });
const at = (hour: number): string => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;
const of = (world: MemoryWorld, id = 's1'): Sample | undefined =>
  world.all(sample).find((row) => row.id === id);
const owner = (world: MemoryWorld) => world.all(specimen).find((row) => row.id === 'specimen-1');
const reason = 'The control was read wrongly';

const fail = (world: MemoryWorld, actor = ANN, hour = 10) =>
  runRule(
    world,
    failSample,
    { sampleId: 's1', failureReason: 'INSUFFICENT_RESULTS', failureNotes: null },
    { actor, occurredAt: at(hour) },
  );
const confirm = (world: MemoryWorld, actor = LEA, hour = 11) =>
  runRule(world, confirmFailure, { sampleId: 's1' }, { actor, occurredAt: at(hour) });
const overturn = (world: MemoryWorld, actor = LEA, isConcurrent = false) =>
  runRule(
    world,
    overturnFailure,
    { sampleId: 's1', reason },
    { actor, occurredAt: at(12), changedSinceSeen: async () => isConcurrent },
  );

/** Build a world of clinical material in work; a tech failed s1 unless the test says otherwise. */
async function failed(options: Parameters<typeof buildBatchWorld>[0] = {}, by = ANN): Promise<MemoryWorld> {
  const world = buildBatchWorld({ samples: 2, ...options });
  for (const row of world.all(protocol)) world.putRow(protocol, { ...row, clinical: true });
  for (const [sampleId, plateLocation] of [
    ['s1', 'A1'],
    ['s2', 'B1'],
  ] as const)
    await runRule(world, placeSample, { batchId: 'batch-1', sampleId, plateLocation }, { actor: ANN });
  await runRule(world, startBatch, { batchId: 'batch-1' }, { actor: ANN });
  await fail(world, by);
  return world;
}

describe('confirming a failure', () => {
  test('removes the flag and records the name in the history', async () => {
    const world = await failed();
    expect(of(world)).toMatchObject({ status: 'FAILED_QC', flaggedForReview: true });
    expect(await confirm(world, DEE)).toMatchObject({ outcome: 'APPLIED' });
    expect(of(world)).toMatchObject({ status: 'FAILED_QC', flaggedForReview: false, failedById: 'ann' });
    expect(world.all(event).at(-1)).toMatchObject({
      type: 'SAMPLE_STATUS_CHANGED',
      userId: 'dee',
      occurredAt: at(11),
      data: { decision: 'CONFIRMED', by: 'Dee' },
    });
    expect(owner(world)).toMatchObject({ status: 'FAILED_QC', failedBatchCount: 1 });
  });

  test('is reserved for directors and the lab manager', async () => {
    const world = await failed();
    for (const actor of [ANN, BOB, PIA]) {
      await expect(confirm(world, actor)).rejects.toThrow('You do not have permission');
      await expect(overturn(world, actor)).rejects.toThrow('You do not have permission');
    }
  });

  test('by two people is one confirmation', async () => {
    const world = await failed();
    await confirm(world, DEE);
    expect(await confirm(world, LEA)).toMatchObject({
      outcome: 'MERGED',
      message: 'Dee confirmed the failure of sample W26325-0001-01 already.',
    });
  });

  test('does not apply to a failure that a manager recorded, nor to a sample that did not fail', async () => {
    const world = await failed({}, LEA);
    const refusalText = 'Sample W26325-0001-01 has no failure to confirm.';
    await expect(confirm(world)).rejects.toThrow(refusalText);
    await overturn(world);
    await expect(confirm(world)).rejects.toThrow('Lea overturned the failure of sample W26325-0001-01');
    const freshWorld = buildBatchWorld();
    await expect(confirm(freshWorld)).rejects.toThrow(refusalText);
  });

  test('is still possible after the work was repeated', async () => {
    const world = await failed();
    await runRule(world, requeueSample, { sampleId: 's1' }, { actor: PIA });
    expect(await confirm(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(of(world)).toMatchObject({ status: 'RESET', flaggedForReview: false });
  });
});

describe('overturning a failure', () => {
  test('puts the sample back into the queue of its stage with the remaining volume, and its specimen continues', async () => {
    const world = await failed();
    const remainingVolume = of(world)?.remainingVolume;
    expect(await overturn(world)).toMatchObject({ outcome: 'APPLIED' });
    expect(of(world)).toMatchObject({
      status: 'IN_QUEUE',
      stage: 'EXTRACTION',
      remainingVolume,
      attempt: 1,
      batchId: null,
      plateLocation: null,
      failureReason: null,
      failedById: null,
      flaggedForReview: false,
    });
    expect(owner(world)).toMatchObject({ status: 'IN_PROGRESS', failedBatchCount: 0, failureReason: null });
    const [loggedEvent] = world.all(event).filter((one) => one.data['decision'] === 'OVERTURNED');
    expect(loggedEvent?.data).toMatchObject({
      by: 'Lea',
      reason,
      batchId: 'batch-1',
      failureReason: 'INSUFFICENT_RESULTS',
    });
  });

  test('requires a reason', async () => {
    const world = await failed();
    await expect(
      runRule(world, overturnFailure, { sampleId: 's1', reason: ' ' }, { actor: LEA }),
    ).rejects.toMatchObject({ code: 'VALIDATION' });
    expect(of(world)?.status).toBe('FAILED_QC');
  });

  test('after the sample was re-queued is refused with the name of who did it', async () => {
    const world = await failed();
    await runRule(world, requeueSample, { sampleId: 's1' }, { actor: PIA });
    await expect(overturn(world)).rejects.toThrow(
      'Sample W26325-0001-01 was re-queued as W26325-0001-02 by Pia; its failure can no longer be overturned.',
    );
  });

  test('is refused after a confirmation by a colleague, unless the person has seen the confirmation', async () => {
    const world = await failed();
    await confirm(world, DEE);
    await expect(overturn(world, LEA, true)).rejects.toThrow(
      'Dee confirmed the failure of sample W26325-0001-01 meanwhile.',
    );
    expect(of(world)?.status).toBe('FAILED_QC');
    expect(await overturn(world, LEA)).toMatchObject({ outcome: 'APPLIED' });
  });

  test('by two people is one overturn, and a confirmation that comes later is refused', async () => {
    const world = await failed();
    await overturn(world, DEE);
    expect(await overturn(world, LEA)).toMatchObject({ outcome: 'MERGED' });
    expect(owner(world)?.failedBatchCount).toBe(0);
    await expect(confirm(world)).rejects.toThrow('Dee overturned the failure of sample W26325-0001-01');
  });

  test('counts against a second report of the same failure, not against a new failure', async () => {
    const world = await failed();
    await overturn(world);
    expect(await fail(world, BOB, 9)).toMatchObject({ outcome: 'MERGED', code: 'OVERTURNED' });
    expect(of(world)?.status).toBe('IN_QUEUE');
    expect(await fail(world, BOB, 13)).toMatchObject({ outcome: 'APPLIED' });
    expect(of(world)).toMatchObject({ status: 'FAILED_VISUAL_INSPECTION', flaggedForReview: true });
    expect(await confirm(world, LEA, 14)).toMatchObject({ outcome: 'APPLIED' });
  });

  test('requires material for another run, or the text says what to do instead', async () => {
    const none = await failed({ sample: { remainingVolume: '200' } });
    await expect(overturn(none)).rejects.toThrow('Not enough material left; request a new specimen.');
    const row = of(none);
    if (row) {
      none.putRow(sample, { ...row, id: 'p1', status: 'COMPLETED', remainingVolume: '900' });
      none.putRow(sample, { ...row, parentSampleId: 'p1' });
    }
    await expect(overturn(none)).rejects.toThrow('re-queue it instead, from what it was made of.');
  });

  test('does not apply to a duplicate well, a visual inspection, or a specimen with an open customer question', async () => {
    const world = await failed();
    const row = of(world);
    if (!row) throw new Error('There is no sample s1.');
    world.putRow(sample, { ...row, duplicateOfSampleId: 's2' });
    await expect(overturn(world)).rejects.toThrow('is a duplicate well without a tube of its own');
    world.putRow(sample, { ...row, status: 'FAILED_VISUAL_INSPECTION' });
    await expect(overturn(world)).rejects.toThrow(
      'Cannot change status from Failed visual inspection to In queue.',
    );
    world.putRow(sample, row);
    const ownerBefore = owner(world);
    if (ownerBefore) world.putRow(specimen, { ...ownerBefore, status: 'ACTION_REQUIRED' });
    await expect(overturn(world)).rejects.toThrow(
      'Cannot change status from Action required to In progress.',
    );
  });
});
