import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { createBatch } from '#db/batches/create-batch.ts';
import { ANN, BOB, buildBatchWorld, LEA } from '#db/factories/benches/build-batch-world.ts';
import { change, onDevice, place, sampleNow, start } from '#db/factories/benches/layout-operations.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import { buildContext, runRule, SINGLE_LAB } from '#db/factories/run-rule.ts';
import { order } from '#db/ordering/orders/order.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import type { Sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { wellTakenConflict } from './batch-conflicts.ts';
import { swapWells } from './move-wells.ts';
import { unplaceSample } from './unplace-sample.ts';

describe('creating a batch', () => {
  const args = {
    batchId: 'batch-9',
    name: 'X',
    procedureId: 'procedure-extraction',
    research: false,
    assignedUserId: null,
  };
  test('numbers it after those of its day and type and makes one assigned section for each section', async () => {
    const world = buildBatchWorld();
    expect(await runRule(world, createBatch, args, { actor: LEA })).toMatchObject({ outcome: 'APPLIED' });
    expect(world.all(batch).find((one) => one.id === 'batch-9')).toMatchObject({
      julianId: 'W26325-E03',
      batchOrder: 3,
      status: 'NOT_STARTED',
    });
  });
  test('is allowed to planners; for a research assistant only research, for a lab tech not at all', async () => {
    const world = buildBatchWorld();
    const assistant = { ...ANN, role: 'RESEARCH_ASSISTANT' as const };
    await expect(runRule(world, createBatch, args, { actor: ANN })).rejects.toThrow(
      'You do not have permission',
    );
    await expect(runRule(world, createBatch, args, { actor: assistant })).rejects.toThrow(
      'You do not have permission',
    );
    expect(
      await runRule(world, createBatch, { ...args, research: true }, { actor: assistant }),
    ).toMatchObject({ outcome: 'APPLIED' });
  });
  test('requires an approved procedure', async () => {
    const world = buildBatchWorld({ procedure: { status: 'PENDING_APPROVAL' } });
    await expect(runRule(world, createBatch, args, { actor: LEA })).rejects.toThrow(
      'Procedure Magnetic bead extraction is not approved.',
    );
  });
  test('refuses a version before its first day, and accepts it once it is in use', async () => {
    const later = { effectiveFrom: '2026-12-01', activatedAt: null };
    const world = buildBatchWorld({ procedure: later });
    await expect(runRule(world, createBatch, args, { actor: LEA })).rejects.toThrow(
      'is effective from 2026-12-01. Choose the version in use.',
    );
    const inUse = buildBatchWorld({ procedure: { ...later, activatedAt: '2026-12-01T05:00:00.000Z' } });
    expect(await runRule(inUse, createBatch, args, { actor: LEA })).toMatchObject({ outcome: 'APPLIED' });
  });
});

const inSingleLab = { ...onDevice, actor: { ...ANN, lab: SINGLE_LAB } };

describe('placing a sample', () => {
  test('assigns it to the well and updates its specimen and order', async () => {
    const world = buildBatchWorld();
    expect(await place(world, 's1', 'B1')).toMatchObject({ outcome: 'APPLIED' });
    expect(sampleNow(world, 's1')).toMatchObject({
      status: 'BATCH_ASSIGNED',
      batchId: 'batch-1',
      plateLocation: 'B1',
      batchOrder: 2,
    });
    expect(world.all(specimen)[0]?.status).toBe('BATCH_ASSIGNED');
    expect(world.all(order)[0]?.status).toBe('PROCESSING');
    expect(await place(world, 's1', 'A2')).toMatchObject({ outcome: 'APPLIED' });
    expect(sampleNow(world, 's1')).toMatchObject({ plateLocation: 'A2', batchOrder: 9 });
  });

  test('of another business entity that the lab serves is possible', async () => {
    const world = buildBatchWorld();
    change(world, 's1', { entity: 'RESONANT' });
    expect(await place(world, 's1', 'A1')).toMatchObject({ outcome: 'APPLIED' });
  });

  test.each<[string, Partial<Sample>]>([
    ['Sample W26325-0001-01 is not in the queue for Extraction.', { stage: 'SEQUENCING' }],
    ['Sample W26325-0001-01 is not in the queue for Extraction.', { status: 'COMPLETED' }],
    ['Sample W26325-0001-01 is on hold.', { status: 'RECEIVED_ON_HOLD' }],
    ['Sample W26325-0001-01 is on hold.', { status: 'RECEIVED_QUARANTINED' }],
    ['Sample W26325-0001-01 has insufficient volume: 12.5 µL of 200 µL.', { remainingVolume: '12.50' }],
    ['Sample W26325-0001-01 belongs to RESONANT.', { entity: 'RESONANT' }],
    ['Sample W26325-0001-01 uses another procedure (none).', { extractionProcedureId: null }],
  ])('is refused: %s', async (message, overrides) => {
    const world = buildBatchWorld();
    change(world, 's1', overrides);
    await expect(place(world, 's1', 'A1', inSingleLab)).rejects.toThrow(message);
    expect(sampleNow(world, 's1').batchId).toBeNull();
  });

  test('of another procedure is possible for a manager, and is recorded', async () => {
    const world = buildBatchWorld();
    world.putRow(procedure, buildProcedure({ id: 'other', name: 'Columns' }));
    change(world, 's1', { extractionProcedureId: 'other' });
    const result = await place(world, 's1', 'A1', { ...onDevice, actor: LEA });
    expect(result).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Sample W26325-0001-01 uses another procedure (Columns).',
    });
  });

  test('keeps clinical samples out of research and requires a manager for a third attempt', async () => {
    const world = buildBatchWorld();
    for (const one of world.all(specimen)) world.putRow(specimen, { ...one, failedBatchCount: 2 });
    await expect(place(world, 's1', 'A1')).rejects.toThrow(
      'Sample W26325-0001-01 has failed 2 batches; a manager must approve a further attempt.',
    );
    expect(await place(world, 's1', 'A1', { ...onDevice, actor: LEA })).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      code: 'MANAGER_NEEDED',
    });
    expect(world.all(event).find((one) => one.type === 'BATCH_OVERRIDE')).toMatchObject({
      userId: 'lea',
      data: { sampleId: 's1', reason: expect.stringContaining('has failed 2 batches') },
    });
    for (const one of world.all(protocol)) world.putRow(protocol, { ...one, clinical: true });
    for (const one of world.all(batch)) world.putRow(batch, { ...one, research: true });
    await expect(place(world, 's2', 'B1')).rejects.toThrow('Clinical samples cannot join a research batch.');
  });

  test('into an occupied well, another plate or a started batch is refused', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1');
    await expect(place(world, 's2', 'A1')).rejects.toThrow('Well A1 is occupied.');
    await expect(place(world, 's2', 'I1')).rejects.toThrow('Please fix the form errors and try again.');
    await start(world);
    await expect(place(world, 's2', 'B1')).rejects.toThrow('Batch W26325-E01 has already started.');
  });

  test('warns about mixed species', async () => {
    const world = buildBatchWorld();
    const [, second] = world.all(specimen);
    if (second) world.putRow(specimen, { ...second, providedSourceSpecies: 'MUS_MUSCULUS' });
    await place(world, 's1', 'A1');
    expect(await place(world, 's2', 'B1')).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'This plate mixes species.',
    });
  });
});

describe('two people who lay out one plate', () => {
  test('case 12: the first keeps the well, the other sample goes to Unplaced, and a person chooses', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1', { actor: ANN });
    const result = await place(world, 's2', 'A1', { actor: BOB });
    expect(result.outcome).toBe('CONFLICT');
    expect(sampleNow(world, 's1').plateLocation).toBe('A1');
    expect(sampleNow(world, 's2')).toMatchObject({
      batchId: 'batch-1',
      plateLocation: null,
      status: 'BATCH_ASSIGNED',
    });
    const [conflict] = world.all(syncConflict);
    expect(conflict).toMatchObject({
      kind: 'WELL_TAKEN',
      batchId: 'batch-1',
      mine: { name: 'Bob' },
      theirs: { name: 'Ann' },
    });
    const open = {
      id: 'c',
      targetId: 's2',
      theirs: null,
      mine: {
        userId: 'bob',
        name: 'Bob',
        occurredAt: '',
        label: '',
        value: { batchId: 'batch-1', well: 'A1' },
      },
    };
    const stamp = { at: '2026-11-21T11:00:00.000Z', userId: 'lea', entity: 'WBL' };
    await world.transaction(stamp, (tx) =>
      wellTakenConflict.resolve(tx, buildContext({ actor: LEA }), open, 'KEEP_B', null),
    );
    expect(sampleNow(world, 's2').plateLocation).toBe('A1');
    expect(sampleNow(world, 's1').plateLocation).toBeNull();
  });

  test('case 13: a sample stays in the batch that had it first', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1', { actor: ANN });
    const result = await place(world, 's1', 'C3', { actor: BOB }, 'batch-2');
    expect(result.outcome).toBe('CONFLICT');
    expect(sampleNow(world, 's1')).toMatchObject({ batchId: 'batch-1', plateLocation: 'A1' });
    expect(world.all(syncConflict)[0]).toMatchObject({ kind: 'SAMPLE_IN_TWO_BATCHES', batchId: 'batch-2' });
  });

  test('case 14: a layout edited after another device started the batch is refused', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1', { actor: ANN });
    await start(world, { actor: ANN });
    for (const attempt of [
      place(world, 's2', 'B1', { actor: BOB }),
      runRule(world, swapWells, { batchId: 'batch-1', from: 'A1', to: 'B1' }, { actor: BOB }),
      runRule(world, unplaceSample, { batchId: 'batch-1', sampleId: 's1' }, { actor: BOB }),
    ]) {
      await expect(attempt).rejects.toThrow('Batch W26325-E01 has already started.');
    }
  });

  test('case 15: a batch started twice has one start, the earliest, and both are named', async () => {
    const world = buildBatchWorld();
    await place(world, 's1', 'A1');
    await start(world, { actor: ANN, occurredAt: '2026-11-21T10:00:00.000Z' });
    const second = await start(world, { actor: BOB, occurredAt: '2026-11-21T09:50:00.000Z' });
    expect(second.outcome).toBe('MERGED');
    expect(second.message).toContain('Ann and Bob');
    expect(world.all(batch)[0]).toMatchObject({
      startedAt: '2026-11-21T09:50:00.000Z',
      startedById: 'bob',
      status: 'IN_PROGRESS',
    });
    expect(sampleNow(world, 's1').remainingVolume).toBe('800');
  });

  test('case 28: a new version of the procedure leaves the batch on the pinned one', async () => {
    const world = buildBatchWorld();
    const [pinned] = world.all(procedure);
    if (pinned) world.putRow(procedure, { ...pinned, status: 'ARCHIVED' });
    expect(await place(world, 's1', 'A1', { actor: ANN })).toMatchObject({ outcome: 'APPLIED' });
    expect(await start(world, { actor: ANN })).toMatchObject({ outcome: 'APPLIED' });
    expect(world.all(batch)[0]?.procedureId).toBe('procedure-extraction');
  });
});
