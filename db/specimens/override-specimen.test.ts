import { describe, expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import { batch } from '#db/batches/batch.ts';
import { placeSample } from '#db/batches/layout/place-sample.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { ANN, buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { order } from '#db/ordering/orders/order.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { overrideSpecimen, type SpecimenOverrideTo, specimenOverridesFrom } from './override-specimen.ts';
import { specimen } from './specimen.ts';

const REASON = 'Entered for the wrong tube';
const idOf = (world: MemoryWorld): string => world.all(specimen)[0]?.id ?? '';
const force = (world: MemoryWorld, status: SpecimenOverrideTo, role: Role = 'PROJECT_MANAGER') =>
  runRule(
    world,
    overrideSpecimen,
    { specimenId: idOf(world), status, reason: REASON },
    { actor: buildActor({ userId: 'pia', name: 'Pia', role }) },
  );
const own = (world: MemoryWorld) => world.all(specimen)[0];
const tube = (world: MemoryWorld) => world.all(sample).find(({ specimenId }) => specimenId === idOf(world));

function received(): MemoryWorld {
  const world = buildBatchWorld({ samples: 1 });
  for (const row of world.all(specimen))
    world.putRow(specimen, { ...row, receivedAt: '2026-11-20T08:00:00.000Z' });
  return world;
}
async function buildPlacedWorld(): Promise<MemoryWorld> {
  const world = received();
  const args = { batchId: 'batch-1', sampleId: 's1', plateLocation: 'A1' };
  await runRule(world, placeSample, args, { actor: ANN });
  return world;
}

describe('override of a specimen status', () => {
  test('sets waiting material aside and returns it', async () => {
    const world = received();
    await force(world, 'RECEIVED_ON_HOLD');
    expect(own(world)).toMatchObject({
      status: 'RECEIVED_ON_HOLD',
      holdReason: REASON,
      overrideReason: REASON,
    });
    expect(tube(world)?.status).toBe('RECEIVED_ON_HOLD');
    await force(world, 'RECEIVED');
    expect(own(world)).toMatchObject({ status: 'RECEIVED', holdReason: null, statusBeforeHold: null });
    expect(tube(world)?.status).toBe('IN_QUEUE');
  });

  test('frees the well of a placed sample', async () => {
    const world = await buildPlacedWorld();
    expect(own(world)?.status).toBe('BATCH_ASSIGNED');
    await force(world, 'RECEIVED_QUARANTINED');
    expect(own(world)?.status).toBe('RECEIVED_QUARANTINED');
    expect(tube(world)).toMatchObject({
      status: 'RECEIVED_QUARANTINED',
      batchId: null,
      plateLocation: null,
    });
  });

  test('lets a sample in work continue, and its batch too', async () => {
    const world = await buildPlacedWorld();
    await runRule(world, startBatch, { batchId: 'batch-1' }, { actor: ANN });
    await force(world, 'ACTION_REQUIRED');
    expect(own(world)).toMatchObject({ status: 'ACTION_REQUIRED', actionRequiredText: REASON });
    expect(tube(world)).toMatchObject({ status: 'IN_PROGRESS', plateLocation: 'A1' });
    expect(world.all(batch)[0]?.status).toBe('IN_PROGRESS');
  });

  test('updates the order', async () => {
    const world = received();
    await force(world, 'IN_PROGRESS');
    expect(world.all(order)[0]?.status).toBe('PROCESSING');
  });

  test('clears the receipt of a specimen that is expected again', async () => {
    const world = received();
    await force(world, 'ORDERED');
    expect(own(world)).toMatchObject({ status: 'ORDERED', receivedAt: null });
    expect(tube(world)?.status).toBe('ORDERED');
  });

  test('cannot force a specimen that never arrived into the queue', async () => {
    const world = buildBatchWorld({ samples: 1 });
    for (const row of world.all(specimen))
      world.putRow(specimen, { ...row, status: 'SHIPPED', receivedAt: null });
    await expect(force(world, 'RECEIVED')).rejects.toMatchObject({ code: 'NOT_RECEIVED' });
  });

  test('records from, to, reason and person in the history, hidden from customers', async () => {
    const world = received();
    await force(world, 'RECEIVED_AWAITING_INFO');
    expect(world.all(event).filter(({ type }) => type === 'SPECIMEN_OVERRIDE')).toMatchObject([
      {
        customerVisible: false,
        data: { from: 'RECEIVED', to: 'RECEIVED_AWAITING_INFO', reason: REASON, by: 'Pia' },
      },
    ]);
  });

  test('never changes drafts and ended specimens', () => {
    for (const status of ['DRAFT', 'PENDING_APPROVAL', 'CANCELED', 'COMPLETED', 'IN_STORAGE'] as const)
      expect(specimenOverridesFrom(status)).toEqual([]);
  });

  test.each([
    ['ADMIN', true],
    ['LAB_MANAGER', true],
    ['PROJECT_MANAGER', true],
    ['LAB_CLINICAL_DIRECTOR', false],
    ['LAB_TECH', false],
    ['CS_MANAGER', false],
  ] as const)('is allowed for %s: %s', async (role, allowed) => {
    const world = received();
    const attempt = force(world, 'RECEIVED_ON_HOLD', role);
    if (allowed) await attempt;
    else await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(own(world)?.status).toBe(allowed ? 'RECEIVED_ON_HOLD' : 'RECEIVED');
  });
});
