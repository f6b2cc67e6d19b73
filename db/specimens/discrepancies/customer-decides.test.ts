import { expect, test } from 'vitest';
import type { Role } from '#db/access/roles.ts';
import {
  buildReceivingWorld,
  buildTube,
  type Expected,
  receive,
  specimenIn,
} from '#db/factories/benches/receiving-bench.ts';
import { buildOrder } from '#db/factories/build-ordering.ts';
import { buildActor, runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { order } from '#db/ordering/orders/order.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import type { ReceiptDiscrepancy } from '#db/specimens/accession/accession-args.ts';
import { completeSpecimenInfo } from '#db/specimens/complete-specimen-info.ts';
import { holdSpecimen } from '#db/specimens/holding/hold-specimen.ts';
import type { SpecimenInfo } from '#db/specimens/specimen-info.ts';
import { decideSpecimen } from './decide-specimen.ts';
import { type CustomerDecision, discrepancy } from './discrepancy.ts';

const as = (role: Role, userId = 'customer') => ({
  deviceId: null,
  actor: buildActor({ role, userId, companyId: role.startsWith('COMPANY') ? 'company-1' : 'company-wbl' }),
});

/** A tube that arrived with a problem, about which the lab asks the customer. */
async function buildAwaitingDecision(
  condition: ReceiptDiscrepancy,
  expected: Expected = {},
): Promise<MemoryWorld> {
  const world = buildReceivingWorld(expected);
  await receive(world, [buildTube({ condition })]);
  if (specimenIn(world, 'specimen-a')?.status !== 'ACTION_REQUIRED')
    await runRule(
      world,
      holdSpecimen,
      { specimenId: 'specimen-a', status: 'ACTION_REQUIRED', reason: 'The tube is damaged.' },
      { actor: buildActor({ role: 'LAB_MANAGER' }) },
    );
  return world;
}
const decide = (
  world: MemoryWorld,
  decision: CustomerDecision,
  role: Role = 'COMPANY_MANAGER',
  note = 'As we agreed',
  userId = 'customer',
) => runRule(world, decideSpecimen, { specimenId: 'specimen-a', decision, note }, as(role, userId));
const state = (world: MemoryWorld) => [specimenIn(world, 'specimen-a')?.status, world.all(sample)[0]?.status];

test('a replacement by the customer fails the tube, awaits the requisition again and leaves no discrepancy open', async () => {
  const world = await buildAwaitingDecision('DAMAGED');
  await decide(world, 'SEND_REPLACEMENT');
  expect(state(world)).toEqual(['ORDERED', 'FAILED_VISUAL_INSPECTION']);
  expect(specimenIn(world, 'specimen-a')).toMatchObject({ receivedAt: null, actionRequiredText: null });
  expect(world.all(discrepancy)).toMatchObject([
    { resolution: 'REPLACE', resolutionNote: 'Customer sends a replacement: As we agreed' },
  ]);
  expect(world.all(order)[0]?.status).toBe('RECEIVED');
  const second = buildTube({ scannedCode: 'TUBE-NEW' });
  expect(await receive(world, [second])).toMatchObject({ outcome: 'APPLIED' });
  expect(specimenIn(world, 'specimen-a')).toMatchObject({ status: 'RECEIVED', julianId: second.julianId });
});

test('the customer proceeds at risk: the tube goes to the queue and the note stays in the history', async () => {
  const world = await buildAwaitingDecision('DAMAGED');
  await decide(world, 'PROCEED_AT_RISK', 'COMPANY_USER');
  expect(state(world)).toEqual(['RECEIVED', 'IN_QUEUE']);
  const loggedEvent = world.all(event).find(({ type }) => type === 'SPECIMEN_RELEASED');
  expect(loggedEvent?.data['reason']).toBe('Customer proceeds at risk: As we agreed');
});

test('the customer cancels: specimen and samples are canceled, and so is an order with nothing left', async () => {
  const world = await buildAwaitingDecision('DAMAGED');
  await decide(world, 'CANCEL');
  expect(state(world)).toEqual(['CANCELED', 'CANCELED']);
  expect(world.all(order)[0]?.status).toBe('CANCELED');
});

test('an empty or mislabeled tube cannot proceed at risk', async () => {
  await expect(decide(await buildAwaitingDecision('EMPTY'), 'PROCEED_AT_RISK')).rejects.toThrow(
    'This decision is not open',
  );
  await expect(decide(await buildAwaitingDecision('WRONG_LABEL'), 'PROCEED_AT_RISK')).rejects.toThrow(
    'This decision is not open',
  );
});

test("a member cancels only their own specimens; customer service records the customer's decision", async () => {
  const world = await buildAwaitingDecision('DAMAGED');
  await expect(decide(world, 'CANCEL', 'COMPANY_USER')).rejects.toThrow('This decision is not open');
  const own = world.all(order)[0]?.createdByUserId;
  await decide(world, 'CANCEL', 'COMPANY_USER', 'Not needed', own);
  expect(state(world)[0]).toBe('CANCELED');
  const other = await buildAwaitingDecision('DAMAGED');
  await decide(other, 'PROCEED_AT_RISK', 'CS_REP');
  expect(state(other)[0]).toBe('RECEIVED');
});

test('a decision needs a note, is possible once, and not for specimens of another company', async () => {
  const world = await buildAwaitingDecision('DAMAGED');
  await expect(decide(world, 'CANCEL', 'COMPANY_MANAGER', ' ')).rejects.toThrow('Please fix');
  await expect(decide(world, 'PROCEED_AT_RISK', 'LAB_TECH')).rejects.toThrow('This decision is not open');
  world.putRow(order, buildOrder({ id: 'order-1', companyId: 'company-2' }));
  await expect(decide(world, 'CANCEL')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  world.putRow(order, buildOrder({ id: 'order-1', companyId: 'company-1' }));
  await decide(world, 'SEND_REPLACEMENT');
  await expect(decide(world, 'CANCEL')).rejects.toThrow('no longer needs a decision');
});

const LACKING: Expected = {
  specimens: [{ id: 'specimen-a', providedSpecimenType: 'OTHER', otherSpecimenTypeText: null }],
};
const fillIn = (world: MemoryWorld, info: SpecimenInfo, role: Role = 'COMPANY_USER') =>
  runRule(world, completeSpecimenInfo, { specimenId: 'specimen-a', info }, as(role));

test('the customer completes missing information, and the specimen goes to the queue', async () => {
  const world = buildReceivingWorld(LACKING);
  await receive(world, [buildTube()]);
  expect(specimenIn(world, 'specimen-a')?.status).toBe('RECEIVED_AWAITING_INFO');
  await expect(fillIn(world, { otherSpeciesText: 'Not asked' })).rejects.toThrow('Enter what is missing.');
  await fillIn(world, { otherSpecimenTypeText: 'Nail clipping' });
  expect(state(world)).toEqual(['RECEIVED', 'IN_QUEUE']);
  expect(specimenIn(world, 'specimen-a')?.otherSpecimenTypeText).toBe('Nail clipping');
  await expect(fillIn(world, { otherSpecimenTypeText: 'Again' })).rejects.toThrow('Nothing is missing');
});

test('a specimen with an open discrepancy keeps waiting after its information is complete', async () => {
  const world = buildReceivingWorld(LACKING);
  await receive(world, [buildTube({ condition: 'WRONG_CONTAINER' })]);
  await fillIn(world, { otherSpecimenTypeText: 'Nail clipping' });
  expect(specimenIn(world, 'specimen-a')?.status).toBe('RECEIVED_AWAITING_INFO');
});

test('an unknown patient of the medical group is refused', async () => {
  const world = buildReceivingWorld({
    protocol: { clinical: true },
    specimens: [{ id: 'specimen-a', physician: 'Dr. Who', collectedAt: '2026-11-20T08:00:00.000Z' }],
  });
  await receive(world, [buildTube()]);
  await expect(fillIn(world, { patientMrn: 'NOBODY' })).rejects.toThrow('No patient with this MRN.');
});
