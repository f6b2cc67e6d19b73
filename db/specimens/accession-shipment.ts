import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { defineOperation, type OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/order.ts';
import { company } from '#db/organizations/company.ts';
import { flow } from '#db/protocols/flow.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { protocolFlow } from '#db/protocols/protocol-flow.ts';
import { placeSamples } from '#db/samples/place-samples.ts';
import { placingOutcome } from '#db/samples/placing-outcome.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { type BusinessEntity, ENTITY_LETTER } from '#db/values/business-entity.ts';
import { AccessionArgs } from './accession-args.ts';
import { labelProblem, packageProblem } from './accession-lookup.ts';
import { closeAccessionGroup } from './close-accession-group.ts';
import { receiptsOf } from './receipts-of.ts';
import { receiveOrder } from './receive-order.ts';
import { receiveThing } from './receive-thing.ts';
import { type ReceivingSession, sessionResult } from './receiving-session.ts';
import { isExpected, recordMissing } from './record-missing.ts';
import { rememberReads } from './remember-reads.ts';
import { specimen } from './specimen.ts';

/** Receive a package that was checked and signed for: the whole session is one fact (domain 5.3). */
export const accessionShipment = defineOperation({
  name: 'accession-shipment',
  version: 1,
  kind: 'fact',
  title: 'Receive shipment',
  grant: 'lab/custody:update',
  args: AccessionArgs,
  subjects: (args) => [
    args.accessionGroupId,
    ...args.orderIds,
    ...[...args.tubes, ...args.plates.flatMap((plate) => plate.wells)].flatMap((one) =>
      one.specimenId === null ? [one.sampleId] : [one.specimenId, one.sampleId],
    ),
    ...(args.missingSpecimenIds ?? []),
  ],
  numbers: (args) => [
    args.groupNumber,
    ...[...args.tubes, ...args.plates.flatMap((plate) => plate.wells)].map(({ julianId }) => julianId),
  ],
  async run(tx, args, context) {
    refuseUnsigned(args, context.actor.entity);
    const session = openSession(args);
    const expected = await expectedIn(tx, args.orderIds);
    const bench = rememberReads(tx, [order, company, protocol, protocolFlow, flow]);
    for (const receipt of receiptsOf(args, context.occurredAt)) {
      await receiveThing(bench, context, session, receipt);
    }
    const missing = await recordMissing(tx, context, session, args.missingSpecimenIds);
    await closeAccessionGroup(tx, context, session, args, { expected, missing });
    await placeAll(tx, context, session);
    for (const orderId of await touchedOrders(tx, session))
      await receiveOrder(tx, context, orderId, args.trackingNumber);
    return sessionResult(session.findings);
  },
});

// These checks need the arguments alone, so the screen refuses before anybody signs.
function refuseUnsigned(args: AccessionArgs, entity: BusinessEntity): void {
  const damage = packageProblem(args.packageCondition, args.packageNote, args.photoFileIds.length);
  if (damage) throw refuse('DESCRIBE_DAMAGE', damage);
  for (const one of [...args.tubes, ...args.plates.flatMap((plate) => plate.wells)]) {
    if (!one.julianId.startsWith(ENTITY_LETTER[entity])) throw refuse('VALIDATION', MESSAGES.fixForm);
    const wrong = labelProblem(one.sampleBarcode, `${one.julianId}-01`, one.julianId);
    if (wrong) throw refuse('LABEL_MISMATCH', wrong);
  }
}

const openSession = (args: AccessionArgs): ReceivingSession => ({
  groupId: args.accessionGroupId,
  orderIds: new Set(args.orderIds),
  placings: [],
  findings: [],
  received: new Set(),
  receivedAgain: new Set(),
  handled: new Set(),
  photosHeld: new Set(),
  unexpected: 0,
  quarantined: 0,
});

async function expectedIn(tx: Transaction, orderIds: readonly string[]): Promise<number> {
  const rows = await tx.find(specimen, { orderId: orderIds });
  return rows.filter(isExpected).length;
}

async function placeAll(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
): Promise<void> {
  if (session.placings.length === 0) return;
  const placings = [];
  for (const one of session.placings)
    placings.push({ ...one, sample: (await tx.get(sample, one.sample.id)) ?? one.sample });
  const placingResult = placingOutcome(await placeSamples(tx, context, placings, { type: 'SAMPLE_MOVED' }));
  if (placingResult.outcome === 'APPLIED') return;
  session.findings.push({
    outcome: placingResult.outcome,
    code: placingResult.code ?? 'PLACE',
    message: placingResult.message ?? '',
  });
}

async function touchedOrders(tx: Transaction, session: ReceivingSession): Promise<string[]> {
  const rows = await tx.find(specimen, { id: [...session.received, ...session.handled] });
  return [...new Set(rows.map((row) => row.orderId))].sort();
}
