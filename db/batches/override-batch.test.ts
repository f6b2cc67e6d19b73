import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { ANN, buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { buildSignature } from '#db/factories/build-section-work.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { order } from '#db/ordering/orders/order.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { event } from '#db/records/events/event.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { batch } from './batch.ts';
import { failBatch } from './failures/fail-batch.ts';
import { placeSample } from './layout/place-sample.ts';
import { type BatchOverrideTo, batchOverridesFrom, overrideBatch } from './override-batch.ts';
import { startBatch } from './starting/start-batch.ts';

const REASON = 'The wrong batch was started';
const force = (
  world: MemoryWorld,
  status: BatchOverrideTo,
  more: { role?: Role; reason?: string; failureReason?: 'EQUIPMENT_MALFUNCTION' } = {},
) => {
  const { role = 'LAB_MANAGER', reason = REASON, failureReason = null } = more;
  const actor = buildActor({ userId: 'mia', name: 'Mia', role });
  return runRule(world, overrideBatch, { batchId: 'batch-1', status, reason, failureReason }, { actor });
};
const of = (world: MemoryWorld) => world.all(batch).find(({ id }) => id === 'batch-1');
const statuses = (world: MemoryWorld) => world.all(sample).map((one) => one.status);
const volumes = (world: MemoryWorld) => world.all(sample).map((one) => Number(one.remainingVolume));

type Options = Parameters<typeof buildBatchWorld>[0];
async function buildPlacedWorld(options: Options = {}): Promise<MemoryWorld> {
  const world = buildBatchWorld({ samples: 2, ...options });
  for (const [sampleId, plateLocation] of [
    ['s1', 'A1'],
    ['s2', 'B1'],
  ] as const)
    await runRule(world, placeSample, { batchId: 'batch-1', sampleId, plateLocation }, { actor: ANN });
  return world;
}
async function started(options: Options = {}): Promise<MemoryWorld> {
  const world = await buildPlacedWorld(options);
  await runRule(world, startBatch, { batchId: 'batch-1' }, { actor: ANN });
  return world;
}
async function failed(): Promise<MemoryWorld> {
  const world = await started();
  const failure = { qc: false, failureReason: 'EQUIPMENT_MALFUNCTION', failureNotes: null } as const;
  await runRule(
    world,
    failBatch,
    { batchId: 'batch-1', ...failure },
    { actor: buildActor({ role: 'LAB_MANAGER' }) },
  );
  return world;
}

describe('an override of the batch status', () => {
  test('resets a started batch to unstarted: volumes go back, samples keep their wells', async () => {
    const world = await buildPlacedWorld();
    const before = volumes(world);
    const ordered = world.all(order)[0]?.status;
    await runRule(world, startBatch, { batchId: 'batch-1' }, { actor: ANN });
    expect(volumes(world)).not.toEqual(before);
    await force(world, 'NOT_STARTED');
    expect(of(world)).toMatchObject({
      status: 'NOT_STARTED',
      startedAt: null,
      startedById: null,
      layoutLockedAt: null,
      overrideReason: REASON,
    });
    expect(volumes(world)).toEqual(before);
    expect(world.all(sample).map(({ status, plateLocation }) => [status, plateLocation])).toEqual([
      ['BATCH_ASSIGNED', 'A1'],
      ['BATCH_ASSIGNED', 'B1'],
    ]);
    expect(world.all(specimen).map(({ status }) => status)).toEqual(['BATCH_ASSIGNED', 'BATCH_ASSIGNED']);
    expect(world.all(order)[0]?.status).toBe(ordered);
    await runRule(world, startBatch, { batchId: 'batch-1' }, { actor: ANN });
    expect(statuses(world)).toEqual(['IN_PROGRESS', 'IN_PROGRESS']);
  });

  test('records from, to, reason and person in the history', async () => {
    const world = await started();
    await force(world, 'NOT_STARTED');
    expect(world.all(event).filter(({ type }) => type === 'BATCH_OVERRIDE')).toMatchObject([
      { targetId: 'batch-1', data: { from: 'IN_PROGRESS', to: 'NOT_STARTED', reason: REASON, by: 'Mia' } },
    ]);
  });

  test('starts a batch below its minimum and draws its volumes', async () => {
    const world = await buildPlacedWorld({ procedure: { minSamples: 8 } });
    await expect(runRule(world, startBatch, { batchId: 'batch-1' }, { actor: ANN })).rejects.toThrow(
      'Place at least 8 samples.',
    );
    const before = volumes(world);
    await force(world, 'IN_PROGRESS');
    expect(statuses(world)).toEqual(['IN_PROGRESS', 'IN_PROGRESS']);
    expect(volumes(world).every((one, at) => one < (before[at] ?? 0))).toBe(true);
    expect(of(world)).toMatchObject({ status: 'IN_PROGRESS', startedById: 'mia' });
    expect(world.all(order)[0]?.status).toBe('PROCESSING');
  });

  test('does not start an empty batch', async () => {
    await expect(force(buildBatchWorld(), 'IN_PROGRESS')).rejects.toThrow('Place at least 1 sample.');
  });

  test('continues a failed batch with the samples that failed with it, and the failures are not counted', async () => {
    const world = await started();
    const alone = { sampleId: 's2', failureReason: 'INSUFFICENT_RESULTS', failureNotes: null } as const;
    await runRule(world, failSample, alone, { actor: ANN });
    const failure = { qc: false, failureReason: 'EQUIPMENT_MALFUNCTION', failureNotes: null } as const;
    const actor = buildActor({ role: 'LAB_MANAGER' });
    await runRule(world, failBatch, { batchId: 'batch-1', ...failure }, { actor });
    await force(world, 'IN_PROGRESS');
    expect(statuses(world)).toEqual(['IN_PROGRESS', 'FAILED_QC']);
    expect(of(world)).toMatchObject({ status: 'IN_PROGRESS', failureReason: null });
    expect(world.all(specimen).map(({ status, failedBatchCount }) => [status, failedBatchCount])).toEqual([
      ['IN_PROGRESS', 0],
      ['FAILED_QC', 1],
    ]);
  });

  test('resets a failed batch to unstarted, with its volumes returned', async () => {
    const world = await failed();
    await force(world, 'NOT_STARTED');
    expect(statuses(world)).toEqual(['BATCH_ASSIGNED', 'BATCH_ASSIGNED']);
    expect(world.all(specimen).every(({ failedBatchCount }) => failedBatchCount === 0)).toBe(true);
  });

  test('fails a running batch with a reason for its samples, and not without one', async () => {
    const world = await started();
    await expect(force(world, 'FAILED')).rejects.toThrow('Choose why the samples fail.');
    await force(world, 'FAILED', { failureReason: 'EQUIPMENT_MALFUNCTION' });
    expect(statuses(world)).toEqual(['FAILED_QC', 'FAILED_QC']);
    expect(of(world)).toMatchObject({ status: 'FAILED', failureReason: 'EQUIPMENT_MALFUNCTION' });
    await force(world, 'FAILED_QC');
    expect(statuses(world)).toEqual(['FAILED_QC', 'FAILED_QC']);
    await force(world, 'IN_PROGRESS');
    expect(statuses(world)).toEqual(['IN_PROGRESS', 'IN_PROGRESS']);
  });

  test('returns the samples of a batch that never started to the queue when it fails', async () => {
    const world = await buildPlacedWorld();
    await force(world, 'FAILED', { failureReason: 'EQUIPMENT_MALFUNCTION' });
    expect(statuses(world)).toEqual(['IN_QUEUE', 'IN_QUEUE']);
    await expect(force(world, 'IN_PROGRESS')).rejects.toThrow('was never started');
    await force(world, 'NOT_STARTED');
    expect(of(world)?.status).toBe('NOT_STARTED');
  });

  test('cannot undo a signed section', async () => {
    const world = await started();
    world.putRow(signature, buildSignature({ targetType: 'AssignedSection', targetId: 'batch-1-lysis' }));
    await expect(force(world, 'NOT_STARTED')).rejects.toMatchObject({ code: 'SECTION_SIGNED' });
    await force(world, 'FAILED', { failureReason: 'EQUIPMENT_MALFUNCTION' });
    expect(world.all(signature)).toHaveLength(1);
  });

  test('cannot change an ended batch', () => {
    for (const status of ['COMPLETED', 'CANCELED', 'RESET', 'FAILED_QC_CANCELED'] as const)
      expect(batchOverridesFrom(status)).toEqual([]);
  });

  test('refuses a reason of nine characters', () => {
    const args = { batchId: 'batch-1', status: 'FAILED', reason: '  ninechars  ' };
    expect(overrideBatch.args.safeParse(args).error?.issues[0]?.message).toBe(
      'Give a reason of at least 10 characters.',
    );
  });

  test.each([
    [false, 'LAB_MANAGER', true],
    [false, 'LAB_RESEARCH_DIRECTOR', true],
    [false, 'LAB_CLINICAL_DIRECTOR', false],
    [true, 'LAB_MANAGER', true],
    [true, 'LAB_CLINICAL_DIRECTOR', true],
    [true, 'LAB_RESEARCH_DIRECTOR', false],
    [false, 'ADMIN', true],
    [false, 'PROJECT_MANAGER', false],
    [false, 'LAB_TECH', false],
  ] as const)('of clinical work %s the role %s may: %s', async (clinical, role, allowed) => {
    const world = await started({ procedure: { clinical } });
    const attempt = force(world, 'NOT_STARTED', { role });
    if (allowed) await attempt;
    else await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(of(world)?.status).toBe(allowed ? 'NOT_STARTED' : 'IN_PROGRESS');
  });
});
