import { expect, test } from 'vitest';
import {
  as,
  buildReceivingWorld,
  buildTube,
  open,
  receive,
  received,
  resolve,
  specimenIn,
  state,
} from '#db/factories/benches/receiving-bench.ts';
import { runRule } from '#db/factories/run-rule.ts';
import { order } from '#db/ordering/orders/order.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { sample } from '#db/samples/sample.ts';
import { linkUnexpectedSample } from '#db/specimens/accession/link-unexpected-sample.ts';
import { holdSpecimen, releaseSpecimen } from '#db/specimens/holding/hold-specimen.ts';
import { discrepancy } from './discrepancy.ts';
import { RESOLUTIONS_FOR, resolveDiscrepancy } from './resolve-discrepancy.ts';

test("a leaking tube proceeds at risk by a manager's decision and returns to the queue", async () => {
  const world = await received('LEAKING');
  await resolve(world, 'PROCEED_AT_RISK');
  expect(state(world)).toEqual(['RECEIVED', 'IN_QUEUE']);
  expect(world.all(order)[0]?.status).toBe('RECEIVED');
  expect(world.all(discrepancy)[0]).toMatchObject({
    resolution: 'PROCEED_AT_RISK',
    resolutionNote: 'Agreed with the customer',
  });
});

test('a lab tech cannot decide to proceed at risk', async () => {
  await expect(resolve(await received('LEAKING'), 'PROCEED_AT_RISK', 'LAB_TECH')).rejects.toThrow(
    'You do not have permission to perform this action.',
  );
});

test('a decision needs a note', async () => {
  await expect(
    resolve(await received('LEAKING'), 'PROCEED_AT_RISK', 'LAB_MANAGER', { note: ' ' }),
  ).rejects.toThrow('A reason is required.');
});

test('a resolution that the discrepancy does not allow is refused, a second resolution too', async () => {
  const world = await received('EMPTY');
  await expect(resolve(world, 'PROCEED_AT_RISK')).rejects.toThrow(
    'Empty cannot be resolved as “Proceed at risk”.',
  );
  const id = open(world)?.id ?? '';
  await resolve(world, 'REPLACE');
  await expect(
    runRule(
      world,
      resolveDiscrepancy,
      { discrepancyId: id, resolution: 'CANCELED', note: 'x', statementFileId: null },
      as('LAB_MANAGER'),
    ),
  ).rejects.toThrow('This discrepancy is resolved already.');
});

test('a replacement returns the specimen to ordered, and its old sample has failed', async () => {
  const world = await received('DAMAGED');
  await resolve(world, 'REPLACE', 'PROJECT_MANAGER');
  expect(state(world)).toEqual(['ORDERED', 'FAILED_VISUAL_INSPECTION']);
  expect(world.all(order)[0]?.status).toBe('RECEIVED');
  const second = buildTube({ scannedCode: 'TUBE-NEW' });
  expect(await receive(world, [second])).toMatchObject({ outcome: 'APPLIED' });
  expect(specimenIn(world, 'specimen-a')).toMatchObject({ status: 'RECEIVED', julianId: second.julianId });
});

test('disposing of received material asks the customer to act', async () => {
  const world = await received('CONTAMINATED');
  await resolve(world, 'DISPOSED');
  expect(state(world)).toEqual(['ACTION_REQUIRED', 'FAILED_VISUAL_INSPECTION']);
});

test('a cancellation ends the specimen, and an order without others', async () => {
  const world = await received('INSUFFICIENT_VOLUME');
  await resolve(world, 'CANCELED', 'CS_REP');
  expect(state(world)).toEqual(['CANCELED', 'CANCELED']);
  expect(world.all(order)[0]?.status).toBe('CANCELED');
});

test('each discrepancy has at least one resolution', () => {
  expect(Object.entries(RESOLUTIONS_FOR).filter(([, ways]) => ways.length === 0)).toEqual([]);
});

test('a tech may quarantine a received specimen, but not put it on hold', async () => {
  const world = await received('NONE');
  const args = { specimenId: 'specimen-a', reason: 'Neighbor of a leaking tube' };
  await expect(runRule(world, holdSpecimen, { ...args, status: 'RECEIVED_ON_HOLD' })).rejects.toThrow(
    'You do not have permission',
  );
  await runRule(world, holdSpecimen, { ...args, status: 'RECEIVED_QUARANTINED' });
  expect(state(world)).toEqual(['RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED']);
  expect(specimenIn(world, 'specimen-a')).toMatchObject({
    holdReason: 'Neighbor of a leaking tube',
    statusBeforeHold: 'RECEIVED',
  });
  await expect(runRule(world, releaseSpecimen, { specimenId: 'specimen-a', note: null })).rejects.toThrow(
    'You do not have permission',
  );
  await runRule(
    world,
    releaseSpecimen,
    { specimenId: 'specimen-a', note: null },
    as('LAB_RESEARCH_DIRECTOR'),
  );
  expect(state(world)).toEqual(['RECEIVED', 'IN_QUEUE']);
});

test('a quarantine with an open discrepancy cannot be lifted', async () => {
  const world = await received('UNLABELED');
  await expect(
    runRule(world, releaseSpecimen, { specimenId: 'specimen-a', note: 'x' }, as('LAB_MANAGER')),
  ).rejects.toThrow('Resolve 1 discrepancy first.');
});

test('a hold cannot be released while the order is on hold, but afterwards', async () => {
  const world = await received('NONE', { order: { status: 'ON_HOLD', orderNumber: 'W-000815' } });
  const release = () =>
    runRule(world, releaseSpecimen, { specimenId: 'specimen-a', note: null }, as('PROJECT_MANAGER'));
  await expect(release()).rejects.toThrow('Order W-000815 is on hold.');
  const [heldOrder] = world.all(order);
  if (heldOrder) world.putRow(order, { ...heldOrder, status: 'SHIPPED' });
  await release();
  expect(state(world)).toEqual(['RECEIVED', 'IN_QUEUE']);
  expect(world.all(order)[0]?.status).toBe('RECEIVED');
});

test('a manager releases a specimen that waits for a full run', async () => {
  const world = await received('NONE', { protocol: { collectToFillRun: true } });
  await runRule(world, releaseSpecimen, { specimenId: 'specimen-a', note: null }, as('LAB_MANAGER'));
  expect(state(world)).toEqual(['RECEIVED', 'IN_QUEUE']);
});

test('a specimen in work cannot be set aside by a person who knows of the work', async () => {
  const world = buildReceivingWorld({ specimens: [{ id: 'specimen-a', status: 'IN_PROGRESS' }] });
  await expect(
    runRule(
      world,
      holdSpecimen,
      { specimenId: 'specimen-a', status: 'RECEIVED_QUARANTINED', reason: 'x' },
      { base: { 'specimen-a': 1 } },
    ),
  ).rejects.toThrow('Cannot change status from In progress to Received, quarantined.');
});

test('a linked unexpected tube gives its specimen its julianId and queues', async () => {
  const world = buildReceivingWorld();
  const unexpectedTube = buildTube({ specimenId: null });
  await receive(world, [unexpectedTube]);
  await runRule(
    world,
    linkUnexpectedSample,
    { sampleId: unexpectedTube.sampleId, specimenId: 'specimen-a', note: 'Customer confirmed' },
    as('LAB_MANAGER'),
  );
  expect(specimenIn(world, 'specimen-a')).toMatchObject({
    status: 'RECEIVED',
    julianId: unexpectedTube.julianId,
  });
  expect(world.all(sample)[0]).toMatchObject({
    specimenId: 'specimen-a',
    status: 'IN_QUEUE',
    stage: 'EXTRACTION',
  });
  expect(open(world)).toBeUndefined();
  expect(
    world
      .all(discrepancy)
      .map((one) => `${one.type} ${one.resolution}`)
      .sort(),
  ).toEqual(['MISSING LATE_ARRIVAL', 'UNEXPECTED RELABELED']);
});

test('other problems of an unexpected tube stay open for its specimen', async () => {
  const world = buildReceivingWorld();
  const unexpectedTube = buildTube({ specimenId: null, condition: 'LEAKING' });
  await receive(world, [unexpectedTube]);
  await runRule(
    world,
    linkUnexpectedSample,
    { sampleId: unexpectedTube.sampleId, specimenId: 'specimen-a', note: 'Customer confirmed' },
    as('LAB_MANAGER'),
  );
  expect(open(world)).toMatchObject({ type: 'LEAKING', specimenId: 'specimen-a', sampleId: null });
  expect(state(world)).toEqual(['RECEIVED_QUARANTINED', 'RECEIVED_QUARANTINED']);
});

test('a tube cannot be linked to a requisition that has its material', async () => {
  const world = buildReceivingWorld();
  const unexpectedTube = buildTube({ specimenId: null });
  await receive(world, [buildTube(), unexpectedTube]);
  const { requisitionNumber } = specimenIn(world, 'specimen-a') ?? { requisitionNumber: '' };
  await expect(
    runRule(
      world,
      linkUnexpectedSample,
      { sampleId: unexpectedTube.sampleId, specimenId: 'specimen-a', note: 'x' },
      as('LAB_MANAGER'),
    ),
  ).rejects.toThrow(`Requisition ${requisitionNumber} needs no material.`);
});

/** A leaking tube of a protocol whose tubes wait until a run is full. */
async function leakingTubeToFill() {
  const world = await received('LEAKING');
  for (const one of world.all(protocol)) world.putRow(protocol, { ...one, collectToFillRun: true });
  return world;
}
const WAITS_FOR_RUN = ['RECEIVED_AWAITING_OPTIMAL_BATCH', 'RECEIVED_AWAITING_OPTIMAL_BATCH'];

test('a tube of a collect-to-fill protocol that proceeds at risk waits for an optimal batch until it is released', async () => {
  const world = await leakingTubeToFill();
  await resolve(world, 'PROCEED_AT_RISK');
  expect(state(world)).toEqual(WAITS_FOR_RUN);
  expect(world.all(sample)[0]?.stage).not.toBeNull();
  const release = { specimenId: 'specimen-a', note: 'The run is due' };
  await runRule(world, releaseSpecimen, release, as('LAB_MANAGER'));
  expect(state(world)).toEqual(['RECEIVED', 'IN_QUEUE']);
});

test('a tube of a collect-to-fill protocol that is released from a hold waits for an optimal batch', async () => {
  const world = await leakingTubeToFill();
  await resolve(world, 'PROCEED_AT_RISK');
  for (const status of ['RECEIVED_ON_HOLD', 'RECEIVED_QUARANTINED', 'RECEIVED_AWAITING_INFO'] as const) {
    const note = { specimenId: 'specimen-a', note: 'Checked' };
    await runRule(world, releaseSpecimen, note, as('LAB_MANAGER'));
    const hold = { specimenId: 'specimen-a', status, reason: 'Look at it' };
    await runRule(world, holdSpecimen, hold, as('LAB_MANAGER'));
    expect(state(world)).toEqual([status, status]);
    await runRule(
      world,
      releaseSpecimen,
      note,
      as(status === 'RECEIVED_AWAITING_INFO' ? 'PROJECT_MANAGER' : 'LAB_MANAGER'),
    );
    expect([status, ...state(world)]).toEqual([status, ...WAITS_FOR_RUN]);
  }
});

test('a quarantined tube cannot be moved to wait for a batch: its quarantine must be lifted', async () => {
  const world = await leakingTubeToFill();
  await expect(
    runRule(
      world,
      holdSpecimen,
      { specimenId: 'specimen-a', status: 'RECEIVED_AWAITING_OPTIMAL_BATCH', reason: 'Run is not full' },
      as('PROJECT_MANAGER'),
    ),
  ).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
});
