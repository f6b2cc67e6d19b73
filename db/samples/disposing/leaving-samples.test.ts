import { describe, expect, it } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { type Hand, StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildOrder, buildShipment } from '#db/factories/build-ordering.ts';
import { buildProtocol } from '#db/factories/build-protocols.ts';
import { buildDataUseInfo } from '#db/factories/build-research.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { dataUseInfo } from '#db/ordering/drafts/data-use-info.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { type Shipment, shipment } from '#db/ordering/shipments/shipment.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { event } from '#db/records/events/event.ts';
import { checkOutSample } from '#db/samples/custody/check-out-sample.ts';
import { transferCustody } from '#db/samples/custody/transfer-custody.ts';
import { moveSample } from '#db/samples/placing/move-sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { disposeSamples, sendSamplesToClient } from './dispose-samples.ts';

const online = (hand: Hand): Hand => ({ ...hand, deviceId: null });
const to = (sampleId: string, containerId: string, position: string | null) => ({
  sampleId,
  containerId,
  position,
});
const finishSpecimen = (bench: StorageBench, overrides: Partial<Specimen> = {}, of: Partial<Order> = {}) => {
  const completedAt = '2026-01-10T08:00:00.000Z';
  bench.world.putRow(order, buildOrder({ id: 'order-1', status: 'COMPLETED', completedAt, ...of }));
  const row = buildSpecimen({
    id: 'specimen-1',
    orderId: 'order-1',
    status: 'COMPLETED',
    protocolId: 'protocol-1',
    ...overrides,
  });
  bench.world.putRow(specimen, row);
  bench.tube('S1', {
    specimenId: 'specimen-1',
    status: 'COMPLETED',
    storageLocationId: 'box',
    storagePosition: 'A1',
  });
};
const end = (
  sampleIds: string[],
  review: { reviewerUserId: string | null; reviewerProof: string | null } | null = null,
) => ({
  bulkId: 'bulk-1',
  sampleIds,
  reason: 'Leftover',
  reviewerUserId: review?.reviewerUserId ?? null,
  reviewerProof: review?.reviewerProof ?? null,
});

describe('a check-out', () => {
  it('of a sample that somebody else holds is refused online, and changes the holder when it is scanned at the bench', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    await bench.perform(bench.ann, checkOutSample, { sampleId: 'S1', purpose: 'BATCH' }, '10:00');
    await expect(
      bench.perform(online(bench.bob), checkOutSample, { sampleId: 'S1', purpose: 'QC' }, '10:05'),
    ).rejects.toThrow('Sample S1 is checked out to Ann Archer.');
    const scanned = await bench.perform(
      bench.bob,
      checkOutSample,
      { sampleId: 'S1', purpose: 'QC' },
      '10:05',
    );
    expect(scanned.message).toBe('Sample S1 was checked out to Ann Archer; it is now checked out to you.');
    const slot = bench.perform(online(bench.bob), moveSample, to(bench.tube('S2').id, 'box', 'A1'), '10:06');
    await expect(slot).rejects.toThrow('Position A1 in Box 12 is occupied by S1.');
  });

  it('of a sample on hold is allowed for inspection only', async () => {
    const bench = new StorageBench();
    finishSpecimen(bench, { status: 'RECEIVED_ON_HOLD', holdReason: 'Unpaid' });
    bench.tube('S1', {
      specimenId: 'specimen-1',
      status: 'RECEIVED_ON_HOLD',
      storageLocationId: 'box',
      storagePosition: 'A1',
    });
    await expect(
      bench.perform(bench.ann, checkOutSample, { sampleId: 'S1', purpose: 'BATCH' }, '10:00'),
    ).rejects.toThrow('Sample S1 is on hold: Unpaid.');
    expect(
      (await bench.perform(bench.ann, checkOutSample, { sampleId: 'S1', purpose: 'INSPECTION' }, '10:01'))
        .outcome,
    ).toBe('APPLIED');
  });

  it('can be transferred to a colleague; a transfer to the same person changes nothing, and is refused online', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    await bench.perform(bench.ann, checkOutSample, { sampleId: 'S1', purpose: 'BATCH' }, '10:00');
    const hand = (toUserId: string, hand = bench.ann) =>
      bench.perform(hand, transferCustody, { sampleId: 'S1', toUserId }, '10:05');
    await expect(hand('user-ann', online(bench.ann))).rejects.toThrow(
      'Sample S1 is already with Ann Archer.',
    );
    expect((await hand('user-ann')).outcome).toBe('MERGED');
    expect(bench.sample('S1').custodianUserId).toBe('user-ann');
    expect((await hand('user-bob')).outcome).toBe('APPLIED');
    expect(bench.sample('S1').custodianUserId).toBe('user-bob');
  });
});

describe('a disposal', () => {
  it('waits until the retention period ends', async () => {
    const bench = new StorageBench();
    finishSpecimen(bench);
    bench.world.putRow(dataUseInfo, buildDataUseInfo({ orderId: 'order-1', retentionPeriod: 'YEARS_2' }));
    await expect(bench.perform(bench.ann, disposeSamples, end(['S1']), '10:00')).rejects.toThrow(
      'Retention period ends 2028-01-10.',
    );
  });

  it('of material to destroy is allowed once its order is closed, whatever the retention of its data', async () => {
    for (const retentionPeriod of ['YEARS_2', 'INDEFINITE'] as const) {
      const bench = new StorageBench();
      const of = { postSequenceOption: 'DESTROY', orderNumber: 'W-000009' } as const;
      finishSpecimen(bench, {}, { ...of, status: 'PENDING_COMPLETION', completedAt: null });
      bench.world.putRow(dataUseInfo, buildDataUseInfo({ orderId: 'order-1', retentionPeriod }));
      const dispose = () => bench.perform(bench.ann, disposeSamples, end(['S1']), '10:00');
      await expect(dispose()).rejects.toThrow('Close order W-000009 first.');
      finishSpecimen(bench, {}, of);
      expect((await dispose()).outcome).toBe('APPLIED');
    }
  });

  it('of material to ship is allowed once its return shipment is under way', async () => {
    const bench = new StorageBench();
    finishSpecimen(bench, {}, { postSequenceOption: 'SHIP', orderNumber: 'W-000009' });
    bench.world.putRow(dataUseInfo, buildDataUseInfo({ orderId: 'order-1', retentionPeriod: 'YEARS_2' }));
    const putReturnShipment = (status: Shipment['status']) =>
      bench.world.putRow(
        shipment,
        buildShipment({ id: 'back', orderId: 'order-1', direction: 'RETURN', status }),
      );
    const dispose = () => bench.perform(bench.ann, disposeSamples, end(['S1']), '10:00');
    putReturnShipment('NOT_STARTED');
    await expect(dispose()).rejects.toThrow('Ship the material of order W-000009 to the client first.');
    putReturnShipment('IN_TRANSIT');
    expect((await dispose()).outcome).toBe('APPLIED');
  });

  it('of clinical material to destroy needs a second person though its order is closed', async () => {
    const bench = new StorageBench();
    finishSpecimen(bench, {}, { postSequenceOption: 'DESTROY' });
    bench.world.putRow(protocol, buildProtocol({ id: 'protocol-1', clinical: true }));
    await expect(bench.perform(bench.ann, disposeSamples, end(['S1']), '10:00')).rejects.toThrow();
    expect(bench.describePlace('S1')).toBe('box, A1');
  });

  it('of a sample in a batch is refused', async () => {
    const bench = new StorageBench();
    finishSpecimen(bench);
    bench.world.putRow(batch, buildBatch({ id: 'batch-1', julianId: 'W26325-E01', status: 'IN_PROGRESS' }));
    bench.tube('S1', { specimenId: 'specimen-1', batchId: 'batch-1', storageLocationId: 'box' });
    await expect(bench.perform(bench.ann, disposeSamples, end(['S1']), '10:00')).rejects.toThrow(
      'Sample S1 is in batch W26325-E01.',
    );
  });

  it('of unfinished work is refused, and one refused sample refuses all of them', async () => {
    const bench = new StorageBench();
    finishSpecimen(bench, { status: 'IN_PROGRESS', julianId: 'W26325-0007' });
    bench.tube('S2', { storageLocationId: 'box', storagePosition: 'B1' });
    await expect(bench.perform(bench.ann, disposeSamples, end(['S2', 'S1']), '10:00')).rejects.toThrow(
      'Specimen W26325-0007 is not finished.',
    );
    expect(bench.describePlace('S2')).toBe('box, B1');
  });

  it('of clinical material needs the signature of a second person', async () => {
    const bench = new StorageBench();
    finishSpecimen(bench);
    bench.world.putRow(protocol, buildProtocol({ id: 'protocol-1', clinical: true }));
    const dispose = (userId: string | null, verified: 'OK' | 'FAILED' = 'OK') =>
      bench.perform(
        bench.ann,
        disposeSamples,
        end(['S1'], { reviewerUserId: userId, reviewerProof: userId && 'proof' }),
        '10:00',
        {
          verifyProof: async (_hash, _proof, signer) =>
            'secondUserId' in signer && signer.secondUserId === userId ? verified : 'FAILED',
        },
      );
    await expect(dispose(null)).rejects.toThrow('A second person must review this for clinical samples.');
    await expect(dispose('user-ann')).rejects.toThrow('The reviewer must be a different person.');
    await expect(dispose('user-bob', 'FAILED')).rejects.toThrow('could not be verified');
    expect((await dispose('user-bob')).outcome).toBe('APPLIED');
    expect(bench.world.all(signature)[0]).toMatchObject({
      type: 'REVIEWED',
      userId: 'user-bob',
      printedName: 'Bob Baker',
      meaning: 'Reviewed by',
      role: 'LAB_TECH',
    });
    expect(bench.world.all(event).find((one) => one.type === 'SAMPLE_DISPOSED')?.data).toMatchObject({
      by: 'Ann Archer',
      reviewedBy: 'Bob Baker',
      reviewerRole: 'LAB_TECH',
    });
    expect(bench.sample('S1')).toMatchObject({ storageLocationId: 'disposed', remainingVolume: '0' });
  });

  it('is not needed for material that goes back to the client, which needs a return shipment', async () => {
    const bench = new StorageBench();
    finishSpecimen(bench);
    await expect(bench.perform(bench.ann, sendSamplesToClient, end(['S1']), '10:00')).rejects.toThrow(
      'Create a return shipment',
    );
    bench.world.putRow(shipment, buildShipment({ orderId: 'order-1', direction: 'RETURN' }));
    await bench.perform(bench.ann, sendSamplesToClient, end(['S1']), '10:01');
    expect(bench.describePlace('S1')).toBe('sent, -');
    expect(bench.world.all(specimen)[0]?.storageLocation).toBe('sent');
  });
});
