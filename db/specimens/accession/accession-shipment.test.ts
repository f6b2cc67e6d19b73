import { expect, test } from 'vitest';
import {
  buildReceivingWorld,
  buildSession,
  buildTube,
  type Expected,
  receive,
  signSession,
  specimenIn,
} from '#db/factories/benches/receiving-bench.ts';
import { buildActor, runRule, SINGLE_LAB } from '#db/factories/run-rule.ts';
import { order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { signature } from '#db/protocols/signing/signature.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { accessionGroup } from './accession-group.ts';
import { accessionShipment } from './accession-shipment.ts';

test('a tube without a problem is received and its primary sample queues at the first stage of its flow', async () => {
  const world = buildReceivingWorld();
  const tube = buildTube();
  expect(await receive(world, [tube])).toEqual({ outcome: 'APPLIED', code: null, message: null });
  expect(specimenIn(world, 'specimen-a')).toMatchObject({
    status: 'RECEIVED',
    julianId: tube.julianId,
    receivedAt: tube.occurredAt,
    flowId: 'flow-1',
  });
  expect(world.all(sample)).toMatchObject([
    {
      id: tube.sampleId,
      barcode: tube.sampleBarcode,
      specimenId: 'specimen-a',
      status: 'IN_QUEUE',
      stage: 'EXTRACTION',
      sampleKind: 'PRIMARY',
      extractionProcedureId: 'procedure-extraction',
      remainingVolume: '1000',
    },
  ]);
  expect(world.all(barcode)).toMatchObject([
    { value: tube.sampleBarcode, targetId: tube.sampleId, active: true },
  ]);
  expect(world.all(discrepancy)).toEqual([]);
});

test('a finished session receives the order and its package, with counts and a signature', async () => {
  const world = buildReceivingWorld({ specimens: [{ id: 'specimen-a' }, { id: 'specimen-b' }] });
  await receive(world, [buildTube(), buildTube({ specimenId: null, scannedCode: 'STRANGER' })]);
  expect(world.all(order)[0]).toMatchObject({
    status: 'RECEIVED',
    shipmentStatus: 'RECEIVED',
    receivedAt: '2026-11-21T10:00:00.000Z',
  });
  expect(world.all(shipment)[0]?.status).toBe('RECEIVED');
  const [group] = world.all(accessionGroup);
  expect(group).toMatchObject({
    expectedCount: 2,
    receivedCount: 1,
    missingCount: 1,
    unexpectedCount: 1,
    quarantinedCount: 1,
  });
  expect(world.all(signature)).toMatchObject([
    { id: group?.signatureId, meaning: 'Received by', verified: 'OK', targetId: group?.id },
  ]);
  expect(world.all(event).map((one) => one.type)).toContain('SPECIMEN_ACCESSIONED');
});

test.each([
  ['DAMAGED', 'RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED'],
  ['LEAKING', 'RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED'],
  ['CONTAMINATED', 'RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED'],
  ['TEMPERATURE_EXCURSION', 'RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED'],
  ['BEYOND_STABILITY', 'RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED'],
  ['EMPTY', 'ACTION_REQUIRED', 'FAILED_VISUAL_INSPECTION'],
  ['INSUFFICIENT_VOLUME', 'RECEIVED_AWAITING_INFO', 'RECEIVED_AWAITING_INFO'],
  ['WRONG_LABEL', 'RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED'],
  ['UNLABELED', 'RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED'],
  ['DUPLICATE_LABEL', 'RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED'],
  ['WRONG_CONTAINER', 'RECEIVED_AWAITING_INFO', 'RECEIVED_AWAITING_INFO'],
  ['WRONG_SPECIMEN_TYPE', 'RECEIVED_AWAITING_INFO', 'RECEIVED_AWAITING_INFO'],
  ['WRONG_PLATE_POSITION', 'RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED'],
  ['OTHER', 'RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED'],
] as const)(
  'a tube that is %s makes its specimen %s and its sample %s',
  async (condition, status, sampleStatus) => {
    const world = buildReceivingWorld();
    await receive(world, [buildTube({ condition, note: 'Seen on the bench' })]);
    expect(specimenIn(world, 'specimen-a')).toMatchObject({ status, receivedAt: '2026-11-21T09:55:00.000Z' });
    expect(world.all(sample)[0]?.status).toBe(sampleStatus);
    expect(world.all(discrepancy)).toMatchObject([
      { type: condition, specimenId: 'specimen-a', resolution: 'OPEN', description: 'Seen on the bench' },
    ]);
  },
);

test.each<[string, Expected, string]>([
  ['of an order on hold', { order: { status: 'ON_HOLD' } }, 'RECEIVED_ON_HOLD'],
  ['of a company on hold', { company: { status: 'ON_HOLD' } }, 'RECEIVED_ON_HOLD'],
  ['of an unpaid ONLINE order', { order: { orderType: 'ONLINE' } }, 'RECEIVED_ON_HOLD'],
  [
    'of an order that awaits approval',
    { order: { status: 'PENDING_APPROVAL' }, specimens: [{ id: 'specimen-a', status: 'PENDING_APPROVAL' }] },
    'RECEIVED_ON_HOLD',
  ],
  [
    'of a protocol that collects to fill a run',
    { protocol: { collectToFillRun: true } },
    'RECEIVED_AWAITING_OPTIMAL_BATCH',
  ],
  [
    'that lacks required information',
    { protocol: { clinical: true }, specimens: [{ id: 'specimen-a', patientMrn: null }] },
    'RECEIVED_AWAITING_INFO',
  ],
])('a tube %s is set aside with its status', async (_, expected, status) => {
  const world = buildReceivingWorld(expected);
  await receive(world, [buildTube()]);
  expect(specimenIn(world, 'specimen-a')?.status).toBe(status);
  expect(world.all(sample)[0]?.status).toBe(status);
});

test('a paid ONLINE order is received', async () => {
  const world = buildReceivingWorld({
    order: { orderType: 'ONLINE' },
    specimens: [{ id: 'specimen-a', paidFor: true }],
  });
  await receive(world, [buildTube()]);
  expect(specimenIn(world, 'specimen-a')?.status).toBe('RECEIVED');
});

test('while no flow accepts the material, specimen and sample stay received and out of the queue', async () => {
  const world = buildReceivingWorld({ noFlow: true });
  await receive(world, [buildTube()]);
  expect(specimenIn(world, 'specimen-a')).toMatchObject({
    status: 'RECEIVED',
    holdReason: 'No flow accepts this specimen type.',
  });
  expect(world.all(sample)[0]).toMatchObject({ status: 'RECEIVED', stage: null });
});

test('a tube below the minimum of its protocol has insufficient volume automatically', async () => {
  const world = buildReceivingWorld();
  await receive(world, [buildTube({ estimatedVolume: '49.9' })]);
  expect(world.all(discrepancy)).toMatchObject([{ type: 'INSUFFICIENT_VOLUME' }]);
  expect(specimenIn(world, 'specimen-a')?.status).toBe('RECEIVED_AWAITING_INFO');
});

test('a clinical tube without its second identifier is mislabeled', async () => {
  const world = buildReceivingWorld({ protocol: { clinical: true } });
  await receive(world, [buildTube({ secondIdentifierConfirmed: false })]);
  expect(world.all(discrepancy)).toMatchObject([{ type: 'WRONG_LABEL' }]);
  expect(specimenIn(world, 'specimen-a')?.status).toBe('RECEIVED_QUARANTINED');
});

test('a specimen that was not in the package is missing and keeps its status', async () => {
  const world = buildReceivingWorld({ specimens: [{ id: 'specimen-a' }, { id: 'specimen-b' }] });
  await receive(world, [buildTube()]);
  expect(specimenIn(world, 'specimen-b')).toMatchObject({ status: 'SHIPPED', receivedAt: null });
  expect(world.all(discrepancy)).toMatchObject([
    { type: 'MISSING', specimenId: 'specimen-b', resolution: 'OPEN' },
  ]);
});

test('a second session of the same order does not report the same specimen missing twice', async () => {
  const world = buildReceivingWorld({
    specimens: [{ id: 'specimen-a' }, { id: 'specimen-b' }, { id: 'specimen-c' }],
  });
  await receive(world, [buildTube()]);
  await receive(world, [buildTube({ specimenId: 'specimen-b', scannedCode: 'TUBE-B' })]);
  const missing = world.all(discrepancy).filter((one) => one.type === 'MISSING');
  expect(missing.map((one) => `${one.specimenId} ${one.resolution}`).sort()).toEqual([
    'specimen-b LATE_ARRIVAL',
    'specimen-c OPEN',
  ]);
});

test('an unexpected tube becomes a primary sample without a specimen, in quarantine', async () => {
  const world = buildReceivingWorld();
  await receive(world, [buildTube({ specimenId: null, scannedCode: 'STRANGER' })]);
  expect(world.all(sample)).toMatchObject([
    { specimenId: null, sampleKind: 'PRIMARY', status: 'RECEIVED_QUARANTINED' },
  ]);
  expect(world.all(discrepancy)).toContainEqual(
    expect.objectContaining({ type: 'UNEXPECTED', specimenId: null, description: 'Scanned STRANGER' }),
  );
});

test('a package without an order is received: no specimen is missing, every tube is unexpected', async () => {
  const world = buildReceivingWorld();
  const tubes = [buildTube({ specimenId: null, scannedCode: 'STRANGER' })];
  const session = { tubes, orderIds: [], trackingNumber: null, missingSpecimenIds: [] };
  expect((await receive(world, tubes, session)).outcome).toBe('APPLIED');
  expect(world.all(accessionGroup)).toMatchObject([
    { orderIds: [], expectedCount: 0, missingCount: 0, unexpectedCount: 1, quarantinedCount: 1 },
  ]);
});

test('a tube of an order that has not been submitted is unexpected', async () => {
  const world = buildReceivingWorld({
    order: { status: 'DRAFT' },
    specimens: [{ id: 'specimen-a', status: 'DRAFT' }],
  });
  await receive(world, [buildTube()]);
  expect(specimenIn(world, 'specimen-a')).toMatchObject({ status: 'DRAFT', receivedAt: null });
  expect(world.all(sample)[0]?.specimenId).toBeNull();
});

test('an order with only quarantined specimens is quarantined', async () => {
  const world = buildReceivingWorld();
  await receive(world, [buildTube({ condition: 'LEAKING' })]);
  expect(world.all(order)[0]?.status).toBe('QUARANTINED');
});

test('a damaged package cannot be signed for without a note or a photo', async () => {
  const world = buildReceivingWorld();
  await expect(
    receive(world, [buildTube()], { packageCondition: 'LEAKING', packageNote: '  ' }),
  ).rejects.toThrow('Describe the damage or add a photo.');
  expect(world.all(sample)).toEqual([]);
  await expect(
    receive(world, [buildTube()], { packageCondition: 'LEAKING', photoFileIds: ['photo-1'] }),
  ).resolves.toMatchObject({ outcome: 'APPLIED' });
});

test('a label of another tube is refused', async () => {
  const tube = { ...buildTube({ julianId: 'W26325-0900' }), sampleBarcode: 'W26325-0901-01' };
  await expect(receive(buildReceivingWorld(), [tube])).rejects.toThrow('Label does not match W26325-0900.');
});

test('a signature that cannot be verified is stored, and a lab manager is asked to check the receipt', async () => {
  const world = buildReceivingWorld();
  const result = await receive(world, [buildTube()], {}, { verifyProof: async () => 'FAILED' });
  expect(result).toMatchObject({ outcome: 'CONFLICT', code: 'SIGNATURE_FAILED' });
  expect(world.all(signature)[0]?.verified).toBe('FAILED');
  expect(world.all(syncConflict)).toMatchObject([{ kind: 'receipt-signature', status: 'OPEN' }]);
  expect(specimenIn(world, 'specimen-a')?.status).toBe('RECEIVED');
});

test('a label that is on another sample already opens a conflict and the material stays received', async () => {
  const world = buildReceivingWorld({ specimens: [{ id: 'specimen-a' }, { id: 'specimen-b' }] });
  const first = buildTube();
  await receive(world, [first]);
  const copy = buildTube({
    specimenId: 'specimen-b',
    julianId: first.julianId,
    sampleId: 'sample-copy',
    sampleBarcodeId: 'barcode-copy',
    scannedCode: 'TUBE-B',
  });
  expect(await receive(world, [copy])).toMatchObject({ outcome: 'CONFLICT' });
  expect(specimenIn(world, 'specimen-b')).toMatchObject({ status: 'RECEIVED', julianId: null });
  expect(world.all(barcode).filter((one) => one.active)).toHaveLength(1);
});

test('a tube is never received after its session was signed, whatever the clock of the device says', async () => {
  const world = buildReceivingWorld();
  await receive(world, [buildTube({ occurredAt: '2026-11-21T23:00:00.000Z' })]);
  expect(specimenIn(world, 'specimen-a')?.receivedAt).toBe('2026-11-21T10:00:00.000Z');
});

test('a number of a business entity that the lab does not serve is refused', async () => {
  const tube = buildTube({ julianId: 'R26325-0001' });
  const inSingleLab = { actor: buildActor({ lab: SINGLE_LAB }) };
  await expect(receive(buildReceivingWorld(), [tube], {}, inSingleLab)).rejects.toThrow(
    'Please fix the form errors and try again.',
  );
});

test('a signature on other content is not valid for this session', async () => {
  const world = buildReceivingWorld();
  const session = await signSession(buildSession({ tubes: [buildTube()] }));
  const result = await runRule(world, accessionShipment, { ...session, packageNote: 'added after signing' });
  expect(result).toMatchObject({ outcome: 'CONFLICT', code: 'SIGNATURE_FAILED' });
  expect(world.all(signature)[0]?.verified).toBe('FAILED');
});
