import { describe, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { placeSample } from '#db/batches/layout/place-sample.ts';
import { unplaceSample } from '#db/batches/layout/unplace-sample.ts';
import { openFinishedOrder } from '#db/factories/benches/finished-order-bench.ts';
import { inRole } from '#db/factories/benches/price-bench.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { OperationContext } from '#db/operation.ts';
import { decideApproval } from '#db/ordering/approvals/decide-approval.ts';
import { orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { company } from '#db/organizations/company.ts';
import { event } from '#db/records/events/event.ts';
import { holdSpecimen, releaseSpecimen } from '#db/specimens/holding/hold-specimen.ts';
import { type Sample, sample } from './sample.ts';
import { takeAliquot } from './take-aliquot.ts';

/** An accepted supplemental order on one finished specimen: its aliquot waits to be taken. */
async function awaited() {
  const bench = openFinishedOrder();
  await bench.go('SUPPLEMENTAL', ['done'], inRole('PROJECT_MANAGER'));
  await bench.submit(inRole('PROJECT_MANAGER'));
  const aliquot = (): Sample => {
    const [row] = bench.samples();
    if (!row) throw new Error('No aliquot is awaited.');
    return row;
  };
  const id = aliquot().id;
  return {
    ...bench,
    aliquot,
    tube: () => bench.world.one(sample, 'tube-done'),
    take: (volume: string, context: Partial<OperationContext> = {}) =>
      runRule(bench.world, takeAliquot, { sampleId: id, volume }, context),
    become: (status: Sample['status']) => bench.world.putRow(sample, { ...aliquot(), status }),
  };
}
const CONCURRENT = { changedSinceSeen: async () => true };

describe('taking an aliquot', () => {
  test('queues it with the volume taken, which is subtracted from the tube', async () => {
    const bench = await awaited();
    expect((await bench.take('120.5')).outcome).toBe('APPLIED');
    expect(bench.aliquot()).toMatchObject({
      status: 'IN_QUEUE',
      initialVolume: '120.5',
      remainingVolume: '120.5',
    });
    expect(bench.tube()).toMatchObject({ remainingVolume: '379.5', status: 'COMPLETED' });
    expect(bench.rows()[0]?.status).toBe('SUPPLEMENTAL');
    const volumeChanges = bench.world.all(event).filter(({ type }) => type === 'SAMPLE_VOLUME_CHANGED');
    expect(volumeChanges.at(-1)?.data).toMatchObject({ reason: `Aliquot ${bench.aliquot().barcode}` });
  });

  test('with more than the tube has is refused, and the error tells the rest', async () => {
    const bench = await awaited();
    await expect(bench.take('501')).rejects.toThrow('Only 500 µL are left in W26306-0002-01.');
    await expect(bench.take('0')).rejects.toMatchObject({ code: 'VALIDATION' });
    expect(bench.aliquot().status).toBe('SUPPLEMENTAL');
  });

  test('that nobody awaits is refused', async () => {
    const bench = await awaited();
    await bench.take('100');
    await expect(bench.take('100')).rejects.toThrow(`No aliquot is awaited for ${bench.aliquot().barcode}.`);
    bench.become('RECEIVED_ON_HOLD');
    await expect(bench.take('100')).rejects.toThrow(`Sample ${bench.aliquot().barcode} is on hold.`);
  });

  test('by two people concurrently adds up: both portions exist and are subtracted from the tube', async () => {
    const bench = await awaited();
    await bench.take('100');
    expect(await bench.take('50', CONCURRENT)).toMatchObject({ outcome: 'MERGED', code: 'ALIQUOT_TAKEN' });
    expect(bench.aliquot()).toMatchObject({ status: 'IN_QUEUE', remainingVolume: '150' });
    expect(bench.tube()?.remainingVolume).toBe('350');
  });

  test('while it was put on hold or canceled elsewhere is stored with a warning', async () => {
    for (const status of ['RECEIVED_ON_HOLD', 'CANCELED'] as const) {
      const bench = await awaited();
      bench.become(status);
      expect((await bench.take('100', CONCURRENT)).outcome).toBe('APPLIED_WITH_WARNING');
      expect(bench.aliquot()).toMatchObject({ status, remainingVolume: '100' });
      expect(bench.tube()?.remainingVolume).toBe('400');
    }
  });

  test('from a tube that this device does not have still queues it', async () => {
    const bench = await awaited();
    const child = bench.aliquot();
    bench.world.putRow(sample, { ...child, parentSampleId: 'not-carried' });
    expect((await bench.take('100')).outcome).toBe('APPLIED');
    expect(bench.aliquot().status).toBe('IN_QUEUE');
  });
});

describe('a supplemental specimen', () => {
  test('is placed in a batch, and is supplemental again when it leaves the batch', async () => {
    const bench = await awaited();
    await bench.take('400');
    const id = bench.aliquot().id;
    bench.world.putRow(
      batch,
      buildBatch({
        id: 'plate',
        status: 'NOT_STARTED',
        type: 'EXTRACTION',
        procedureId: 'procedure-extraction',
      }),
    );
    await runRule(bench.world, placeSample, { batchId: 'plate', sampleId: id, plateLocation: 'A1' });
    expect([bench.rows()[0]?.status, bench.draft().status]).toEqual(['BATCH_ASSIGNED', 'PROCESSING']);
    await runRule(bench.world, unplaceSample, { batchId: 'plate', sampleId: id });
    expect([bench.rows()[0]?.status, bench.aliquot().status, bench.draft().status]).toEqual([
      'SUPPLEMENTAL',
      'IN_QUEUE',
      'RECEIVED',
    ]);
  });

  test('that was held and released awaits its aliquot again, or its batch when the aliquot was taken', async () => {
    for (const wasTaken of [false, true]) {
      const bench = await awaited();
      if (wasTaken) await bench.take('100');
      const specimenId = bench.rows()[0]?.id ?? '';
      const manager = { actor: inRole('LAB_MANAGER').actor };
      const hold = { specimenId, status: 'RECEIVED_ON_HOLD' as const, reason: 'Asked for by phone' };
      await runRule(bench.world, holdSpecimen, hold, manager);
      expect(bench.aliquot().status).toBe('RECEIVED_ON_HOLD');
      await runRule(bench.world, releaseSpecimen, { specimenId, note: 'All right' }, manager);
      expect(bench.rows()[0]?.status).toBe('SUPPLEMENTAL');
      expect(bench.aliquot().status).toBe(wasTaken ? 'IN_QUEUE' : 'SUPPLEMENTAL');
    }
  });
});

test('reaches every status of continued work by operations alone', async () => {
  const observedSteps = new Set<string>();
  const note = (bench: Pick<ReturnType<typeof openFinishedOrder>, 'world'>) => {
    for (const { targetType, data } of bench.world.all(event))
      if (targetType === 'Specimen' && data['from']) observedSteps.add(`${data['from']} > ${data['to']}`);
  };
  const manager = inRole('PROJECT_MANAGER');
  for (const continuation of ['REWORK', 'SUPPLEMENTAL'] as const)
    for (const approve of [false, true]) {
      const bench = openFinishedOrder();
      const owner = bench.world.one(company, 'customer');
      if (owner && approve) bench.world.putRow(company, { ...owner, creditLimit: 0 });
      const enters = inRole(approve ? 'CS_REP' : 'PROJECT_MANAGER');
      await bench.go(continuation, ['failed'], enters);
      await bench.submit(enters);
      const [open] = bench.world.select(orderApproval, { orderId: 'next' });
      const decides = continuation === 'REWORK' ? manager : inRole('BILLING_MANAGER');
      if (open)
        await runRule(bench.world, decideApproval, { approvalId: open.id, decision: 'APPROVED' }, decides);
      note(bench);
    }
  const plate = await awaited();
  await plate.take('400');
  plate.world.putRow(
    batch,
    buildBatch({
      id: 'plate',
      status: 'NOT_STARTED',
      type: 'EXTRACTION',
      procedureId: 'procedure-extraction',
    }),
  );
  const placeArgs = { batchId: 'plate', sampleId: plate.aliquot().id };
  await runRule(plate.world, placeSample, { ...placeArgs, plateLocation: 'A1' });
  await runRule(plate.world, unplaceSample, placeArgs);
  note(plate);
  expect([...observedSteps]).toEqual(
    expect.arrayContaining([
      'DRAFT > RECEIVED',
      'DRAFT > SUPPLEMENTAL',
      'DRAFT > PENDING_APPROVAL',
      'PENDING_APPROVAL > RECEIVED',
      'PENDING_APPROVAL > SUPPLEMENTAL',
      'SUPPLEMENTAL > BATCH_ASSIGNED',
      'BATCH_ASSIGNED > SUPPLEMENTAL',
    ]),
  );
});
