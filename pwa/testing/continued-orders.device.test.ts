import { afterEach, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { openFinishedOrder } from '#db/factories/benches/finished-order-bench.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import type { Continuation } from '#db/ordering/drafts/continuation.ts';
import type { Body } from '#pwa/replica/store/document.ts';
import { openTwoDevices, runOnline, type TwoDevices } from './bench-world.ts';
import type { PersonAtBench } from './person-at-bench.ts';

// A rework and a supplemental order reach the benches like any other order, and are processed offline.

let lab: TwoDevices;
afterEach(() => lab.close());

/**
 * Create a finished order with a continuation that the lab manager ordered online; every bench has received
 * it.
 */
async function continueOrder(continuation: Continuation, specimenId: string): Promise<void> {
  const { world } = openFinishedOrder();
  world.putRow(
    batch,
    buildBatch({
      id: 'plate',
      status: 'NOT_STARTED',
      type: 'EXTRACTION',
      procedureId: 'procedure-extraction',
    }),
  );
  lab = await openTwoDevices(world);
  const { actor } = lab.mia;
  await runOnline(lab.lab, actor, 'continue-order', {
    orderId: 'next',
    sourceOrderId: 'order',
    continuation,
    specimenIds: [specimenId],
  });
  const { pool } = lab.lab.database;
  const read = await pool.query<{ version: number }>(`SELECT version FROM "order" WHERE id = 'next'`);
  await runOnline(lab.lab, actor, 'submit-order', {
    orderId: 'next',
    seenVersion: read.rows[0]?.version ?? 0,
  });
  await lab.meet();
}

/** Find the sample of the continued order on this bench. */
async function readChild(person: PersonAtBench, parentSampleId: string): Promise<Body> {
  const query = { kind: 'Sample', field: 'parentSampleId', value: parentSampleId };
  const [child] = await person.replica.base.query('samples', query);
  if (!child)
    throw new Error(`Nothing made from ${parentSampleId} is on the device of ${person.actor.name}.`);
  return (await person.showsSample(child.id)) ?? child.body;
}

test('a reworked specimen waits in the queue of a bench and is placed in a batch offline', async () => {
  await continueOrder('REWORK', 'failed');
  const child = await readChild(lab.ann, 'tube-failed');
  expect(child).toMatchObject({ status: 'IN_QUEUE', stage: 'EXTRACTION', remainingVolume: '500' });
  expect(await lab.ann.shows('orders', 'next')).toMatchObject({
    status: 'RECEIVED',
    orderClassification: 'REWORK',
    sourceOrderId: 'order',
  });
  const placeArgs = { batchId: 'plate', sampleId: String(child['id']), plateLocation: 'A1' };
  await lab.ann.does('place-sample', placeArgs, 10);
  expect(await lab.ann.showsSample(String(child['id']))).toMatchObject({
    status: 'BATCH_ASSIGNED',
    batchId: 'plate',
  });
  expect(await lab.ann.shows('orders', 'next')).toMatchObject({ status: 'PROCESSING' });
  await lab.meet();
  expect(await lab.agreed('samples', String(child['id']))).toMatchObject({ status: 'BATCH_ASSIGNED' });
});

test('an aliquot is taken offline and queued there, and its tube has less on every device', async () => {
  await continueOrder('SUPPLEMENTAL', 'done');
  const id = String((await readChild(lab.ann, 'tube-done'))['id']);
  const tooMuch = await lab.ann.does('take-aliquot', { sampleId: id, volume: '501' }, 12);
  await lab.ann.does('take-aliquot', { sampleId: id, volume: '120' }, 10);
  expect(await lab.ann.showsSample(id)).toMatchObject({ status: 'IN_QUEUE', remainingVolume: '120' });
  expect(await lab.ann.showsSample('tube-done')).toMatchObject({ remainingVolume: '380' });
  expect(await lab.bob.showsSample(id)).toMatchObject({ status: 'SUPPLEMENTAL' });
  await lab.meet();
  expect(await lab.agreed('samples', id)).toMatchObject({ status: 'IN_QUEUE', remainingVolume: '120' });
  expect(await lab.agreed('samples', 'tube-done')).toMatchObject({ remainingVolume: '380' });
  expect(lab.ann.verdict(tooMuch)).toEqual({
    outcome: 'REJECTED',
    message: 'Only 500 µL are left in W26306-0002-01.',
  });
});

test('two users who take the same aliquot independently have taken both portions', async () => {
  await continueOrder('SUPPLEMENTAL', 'done');
  const id = String((await readChild(lab.ann, 'tube-done'))['id']);
  const first = await lab.ann.does('take-aliquot', { sampleId: id, volume: '120' }, 20);
  const second = await lab.bob.does('take-aliquot', { sampleId: id, volume: '80' }, 10);
  await lab.meet();
  expect(lab.ann.verdict(first).outcome).toBe('APPLIED');
  expect(lab.bob.verdict(second)).toMatchObject({ outcome: 'MERGED' });
  expect(await lab.agreed('samples', id)).toMatchObject({ status: 'IN_QUEUE', remainingVolume: '200' });
  expect(await lab.agreed('samples', 'tube-done')).toMatchObject({ remainingVolume: '300' });
});
