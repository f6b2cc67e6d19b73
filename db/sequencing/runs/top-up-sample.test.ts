import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import { buildRunWorld, ONLINE } from '#db/factories/benches/build-run-world.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildImportedBarcode, buildImportedRun } from '#db/factories/build-sequencing.ts';
import { buildActor, buildContext, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { changeVolume } from '#db/samples/volume.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { importRun } from './import-run.ts';
import { sampleResult } from './sample-result.ts';
import { topUpSample } from './top-up-sample.ts';

const SECOND_RUN = 'b4e07fab-d1a3-4d21-8ef9-9c50f968f119';

const importBases = (
  world: MemoryWorld,
  basesPass: number,
  run: { batchId?: string; minknowRunId?: string } = {},
) =>
  runRule(
    world,
    importRun,
    {
      batchId: run.batchId ?? 'seq-1',
      run: buildImportedRun({
        ...(run.minknowRunId ? { minknowRunId: run.minknowRunId } : {}),
        barcodes: [buildImportedBarcode({ basesPass })],
      }),
    },
    ONLINE,
  );
const topUp = (world: MemoryWorld, actor = ONLINE.actor) =>
  runRule(world, topUpSample, { sampleId: 's1' }, { ...ONLINE, actor });

/** Draw 10 µL of the library for a batch. */
function draw(world: MemoryWorld, batchId: string): Promise<void> {
  const context = buildContext(ONLINE);
  return world.transaction({ at: context.occurredAt, userId: 'lea', entity: 'WBL' }, (tx) =>
    changeVolume(tx, context, 's1', new Decimal(-10), 'Loaded', { batchId, drawnFor: 's1' }),
  );
}

/** Build a library that gave 60 of its 90 Gb from 10 µL and has 20 µL left. */
async function buildShortLibrary(): Promise<MemoryWorld> {
  const world = buildRunWorld({
    status: 'COMPLETED',
    remainingVolume: '30',
    extractedConcentration: '10',
    fragmentLength: 10_000,
  });
  await draw(world, 'seq-1');
  await importBases(world, 60e9);
  return world;
}
const childOf = (world: MemoryWorld) =>
  world.all(sample).find(({ parentSampleId }) => parentSampleId === 's1');

describe('a top-up', () => {
  test('queues the rest of the library for sequencing and empties the tube', async () => {
    const world = await buildShortLibrary();
    await topUp(world);
    expect(childOf(world)).toMatchObject({
      status: 'IN_QUEUE',
      stage: 'SEQUENCING',
      sampleKind: 'LIBRARY',
      remainingVolume: '20',
      attempt: 1,
      dnaBarcode: 'NB01',
    });
    expect(world.one(sample, 's1')).toMatchObject({ status: 'DEPLETED', remainingVolume: '0' });
    expect(world.all(event).find(({ type }) => type === 'SAMPLE_REQUEUED')?.data).toMatchObject({
      volume: '5.0',
      amount: '7.6',
    });
  });

  test('is shown to the customer without amounts', async () => {
    const world = await buildShortLibrary();
    await topUp(world);
    const [visibleEvent] = world.all(event).filter(({ type }) => type === 'SEQUENCING_CONTINUED');
    expect(visibleEvent).toMatchObject({
      targetType: 'Specimen',
      targetId: 'specimen-1',
      customerVisible: true,
    });
    expect(visibleEvent?.data).not.toHaveProperty('volume');
  });

  test('reckons with what was loaded into runs that count', async () => {
    const world = await buildShortLibrary();
    await draw(world, 'batch-of-a-failed-run');
    await topUp(world);
    expect(world.all(event).find(({ type }) => type === 'SAMPLE_REQUEUED')?.data).toMatchObject({
      volume: '5.0',
    });
  });

  test('adds its later yield to the sum, which passes the sample', async () => {
    const world = await buildShortLibrary();
    await topUp(world);
    const tube = childOf(world);
    if (!tube) throw new Error('Nothing waits in the queue.');
    world.putRow(
      batch,
      buildBatch({ id: 'seq-2', type: 'SEQUENCING', status: 'IN_PROGRESS', julianId: 'W26325-S02' }),
    );
    world.putRow(sample, { ...tube, batchId: 'seq-2', status: 'IN_PROGRESS' });
    await importBases(world, 30e9, { batchId: 'seq-2', minknowRunId: SECOND_RUN });
    expect(world.all(sampleResult)).toMatchObject([
      { sampleId: 's1', basesPass: 60e9, cumulativeBases: 90e9, qcStatus: 'PASS' },
      { sampleId: tube.id, basesPass: 30e9, cumulativeBases: 90e9, qcStatus: 'PASS' },
    ]);
  });

  test('is refused while the library waits for sequencing or is in a batch', async () => {
    const world = await buildShortLibrary();
    await topUp(world);
    await expect(topUp(world)).rejects.toMatchObject({ code: 'ALREADY_QUEUED' });
    const tube = childOf(world);
    if (tube) world.putRow(sample, { ...tube, status: 'IN_PROGRESS' });
    await expect(topUp(world)).rejects.toMatchObject({ code: 'BATCH_OPEN' });
  });

  test('is refused when the target is reached', async () => {
    const world = await buildShortLibrary();
    await importBases(world, 90e9);
    await expect(topUp(world)).rejects.toMatchObject({ code: 'TARGET_REACHED' });
  });

  test('is refused when nothing of the library is left', async () => {
    const world = await buildShortLibrary();
    const row = world.one(sample, 's1');
    if (row) world.putRow(sample, { ...row, remainingVolume: '0' });
    await expect(topUp(world)).rejects.toMatchObject({ code: 'NO_LIBRARY_LEFT' });
  });

  test('is refused after the release of the results', async () => {
    const world = await buildShortLibrary();
    const row = world.one(specimen, 'specimen-1');
    if (row) world.putRow(specimen, { ...row, resultsReleasedAt: '2026-11-24T10:00:00.000Z' });
    await expect(topUp(world)).rejects.toMatchObject({ code: 'NOT_IN_PROGRESS' });
  });

  test('is decided by managers and directors', async () => {
    const world = await buildShortLibrary();
    await expect(topUp(world, ANN)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const manager = buildActor({ userId: 'pm', role: 'PROJECT_MANAGER', name: 'Pia' });
    expect((await topUp(world, manager)).outcome).toBe('APPLIED');
  });
});
