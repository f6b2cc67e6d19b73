import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { placeSample } from '#db/batches/layout/place-sample.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { ANN, buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { buildSignature } from '#db/factories/build-section-work.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { event } from '#db/records/events/event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { failSample } from './failing/fail-sample.ts';
import { overrideSample, type SampleOverrideTo, sampleOverridesFrom } from './override-sample.ts';
import { sample } from './sample.ts';

const REASON = 'Scanned in place of another';
const force = (
  world: MemoryWorld,
  status: SampleOverrideTo,
  {
    role = 'PROJECT_MANAGER',
    failureReason = null,
  }: { role?: Role; failureReason?: 'BAD_SAMPLE' | null } = {},
) =>
  runRule(
    world,
    overrideSample,
    { sampleId: 's1', status, reason: REASON, failureReason },
    { actor: buildActor({ userId: 'pia', name: 'Pia', role }) },
  );
const tube = (world: MemoryWorld) => world.all(sample).find(({ id }) => id === 's1');

async function buildPlacedWorld(): Promise<MemoryWorld> {
  const world = buildBatchWorld({ samples: 1 });
  const args = { batchId: 'batch-1', sampleId: 's1', plateLocation: 'A1' };
  await runRule(world, placeSample, args, { actor: ANN });
  return world;
}
async function started(): Promise<MemoryWorld> {
  const world = await buildPlacedWorld();
  await runRule(world, startBatch, { batchId: 'batch-1' }, { actor: ANN });
  return world;
}

describe('override of a sample status', () => {
  test('returns a sample in work to the queue with its volume and frees its well', async () => {
    const world = await buildPlacedWorld();
    const before = tube(world)?.remainingVolume;
    await runRule(world, startBatch, { batchId: 'batch-1' }, { actor: ANN });
    expect(tube(world)?.remainingVolume).not.toBe(before);
    await force(world, 'IN_QUEUE');
    expect(tube(world)).toMatchObject({
      status: 'IN_QUEUE',
      batchId: null,
      plateLocation: null,
      remainingVolume: before,
      overrideReason: REASON,
    });
  });

  test('keeps a sample of a batch with a signed section in the batch, and may fail it', async () => {
    const world = await started();
    world.putRow(signature, buildSignature({ targetType: 'AssignedSection', targetId: 'batch-1-lysis' }));
    await expect(force(world, 'IN_QUEUE')).rejects.toMatchObject({ code: 'SECTION_SIGNED' });
    await expect(force(world, 'FAILED_QC')).rejects.toThrow('Choose why the sample fails.');
    await force(world, 'FAILED_QC', { failureReason: 'BAD_SAMPLE' });
    expect(tube(world)).toMatchObject({
      status: 'FAILED_QC',
      failureReason: 'BAD_SAMPLE',
      batchId: 'batch-1',
    });
  });

  test('lets a failed sample continue in its batch, and the failure is not counted', async () => {
    const world = await started();
    const failure = { sampleId: 's1', failureReason: 'INSUFFICENT_RESULTS', failureNotes: null } as const;
    await runRule(world, failSample, failure, { actor: ANN });
    await force(world, 'IN_PROGRESS');
    expect(tube(world)).toMatchObject({ status: 'IN_PROGRESS', failureReason: null, failedAt: null });
    expect(world.all(specimen)[0]).toMatchObject({ status: 'IN_PROGRESS', failedBatchCount: 0 });
  });

  test('cannot set a sample without a running batch in progress', async () => {
    const world = buildBatchWorld({ samples: 1 });
    await expect(force(world, 'IN_PROGRESS')).rejects.toMatchObject({ code: 'NO_BATCH' });
    await expect(force(await buildPlacedWorld(), 'IN_PROGRESS')).rejects.toMatchObject({ code: 'NO_BATCH' });
  });

  test('records from, to, reason and person in the history', async () => {
    const world = await buildPlacedWorld();
    await force(world, 'RECEIVED_QUARANTINED');
    expect(world.all(event).filter(({ type }) => type === 'SAMPLE_OVERRIDE')).toMatchObject([
      { data: { from: 'BATCH_ASSIGNED', to: 'RECEIVED_QUARANTINED', reason: REASON, by: 'Pia' } },
    ]);
  });

  test('never changes an ended sample', () => {
    for (const status of ['DEPLETED', 'RESET', 'CANCELED', 'IN_STORAGE', 'FAILED_BATCH_DUPLICATE'] as const)
      expect(sampleOverridesFrom(status)).toEqual([]);
  });

  test.each(['LAB_TECH', 'LAB_RESEARCH_DIRECTOR', 'CS_REP'] as const)('is refused for %s', async (role) => {
    await expect(force(await buildPlacedWorld(), 'IN_QUEUE', { role })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
