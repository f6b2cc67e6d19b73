import type { Lab } from '#db/access/lab.ts';
import type { AnyEntity, Row } from '#db/entity.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { defineOperation, type OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { company } from '#db/organizations/company.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { placingOutcome } from '#db/samples/placing/judge-place.ts';
import { placeSamples } from '#db/samples/placing/place-samples.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { RowFilter, Transaction } from '#db/transaction.ts';
import { ENTITY_LETTER } from '#db/values/business-entity.ts';
import { compareWells } from '#db/values/plate-well.ts';
import {
  AccessionArgs,
  type AccessionPlate,
  type AccessionTube,
  type ReceiptDiscrepancy,
} from './accession-args.ts';
import { labelProblem, packageProblem } from './accession-lookup.ts';
import { closeAccessionGroup } from './close-accession-group.ts';
import { receiveAgain, receiveUnexpected } from './receive-again.ts';
import { receiveFirst } from './receive-first.ts';
import { type Receipt, type ReceivingSession, receiveOrder, sessionResult } from './receiving-session.ts';
import { isExpected, recordMissing } from './record-missing.ts';

// A device whose clock runs ahead cannot have received a tube after the session was signed.
const tubeReceipt = (tube: AccessionTube, signedAt: string): Receipt => ({
  ...tube,
  occurredAt: tube.occurredAt < signedAt ? tube.occurredAt : signedAt,
  conditions: tube.condition === 'NONE' || tube.condition === 'UNEXPECTED' ? [] : [tube.condition],
  specimenId: tube.condition === 'UNEXPECTED' ? null : tube.specimenId,
  photoFileIds: tube.photoFileIds ?? [],
  well: null,
  silent: [],
});

const noteOf = (plate: AccessionPlate): string | null =>
  [plate.rotated ? `Plate ${plate.shipmentPlateNumber} arrived rotated.` : '', plate.note ?? '']
    .filter(Boolean)
    .join(' ') || null;

// A rotated plate puts all its wells in doubt and is one discrepancy, recorded at its first well.
function plateReceipts(plate: AccessionPlate, occurredAt: string): Receipt[] {
  const wells = [...plate.wells].sort((a, b) => compareWells(a.well, b.well));
  return wells.map((well, index) => {
    const exception = well.exception === 'UNEXPECTED' ? null : well.exception;
    const rotated: ReceiptDiscrepancy[] = plate.rotated ? ['WRONG_PLATE_POSITION'] : [];
    return {
      specimenId: well.exception === 'UNEXPECTED' ? null : well.specimenId,
      sampleId: well.sampleId,
      julianId: well.julianId,
      sampleBarcodeId: well.sampleBarcodeId,
      sampleBarcode: well.sampleBarcode,
      scannedCode: plate.plateBarcode === null ? null : `${plate.plateBarcode} ${well.well}`,
      occurredAt,
      estimatedVolume: null,
      conditions: exception ? [exception, ...rotated] : rotated,
      // The plate's barcode and the corner identify its wells.
      secondIdentifierConfirmed: plate.a1CornerSeen,
      containerId: null,
      position: null,
      note: noteOf(plate),
      photoFileIds: plate.photoFileIds ?? [],
      well: well.well,
      silent: plate.rotated && index > 0 ? ['WRONG_PLATE_POSITION'] : [],
    };
  });
}

/** List all received tubes and wells in order: tubes, then each plate column by column. */
const receiptsOf = (args: AccessionArgs, occurredAt: string): Receipt[] => [
  ...args.tubes.map((tube) => tubeReceipt(tube, occurredAt)),
  ...args.plates.flatMap((plate) => plateReceipts(plate, occurredAt)),
];

/** Receive one tube or well: for its specimen, again for a received specimen, or as unexpected. */
async function receiveThing(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
): Promise<void> {
  const row = receipt.specimenId === null ? undefined : await tx.get(specimen, receipt.specimenId);
  const of = row && (await tx.get(order, row.orderId));
  // A specimen that has not been submitted is not expected (domain 5.3, 1).
  if (!row || row.deleted || !of || row.status === 'DRAFT') {
    await receiveUnexpected(tx, context, session, receipt, { types: ['UNEXPECTED'] });
    return;
  }
  session.handled.add(row.id);
  if (row.receivedAt !== null) return receiveAgain(tx, context, session, receipt, row);
  session.orderIds.add(of.id);
  return receiveFirst(tx, context, session, receipt, row, of);
}

/**
 * Wrap a transaction that loads rows of the named entities once: a plate of 96 wells has one order, one
 * protocol and one set of flows. Only for entities that are not written meanwhile.
 */
function rememberReads(tx: Transaction, entities: readonly AnyEntity[]): Transaction {
  const known = new Map<string, Promise<unknown>>();
  const cached = <T>(entity: AnyEntity, question: unknown, ask: () => Promise<T>): Promise<T> => {
    if (!entities.includes(entity)) return ask();
    const key = `${entity.name}|${JSON.stringify(question)}`;
    const answer = known.get(key) ?? ask();
    known.set(key, answer);
    // The cast is safe: the key contains the entity and the query, so the cached answer has this type.
    return answer as Promise<T>;
  };
  return {
    get: <E extends AnyEntity>(entity: E, id: string) =>
      cached<Row<E> | undefined>(entity, id, () => tx.get(entity, id)),
    find: <E extends AnyEntity>(entity: E, filter: RowFilter<E>) =>
      cached<Row<E>[]>(entity, filter, () => tx.find(entity, filter)),
    ancestors: (entity, id, parentField) => tx.ancestors(entity, id, parentField),
    insert: (entity, row) => tx.insert(entity, row),
    patch: (entity, id, changes) => tx.patch(entity, id, changes),
  };
}

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
    refuseUnsigned(args, context.actor.lab);
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
function refuseUnsigned(args: AccessionArgs, lab: Lab): void {
  const damage = packageProblem(args.packageCondition, args.packageNote, args.photoFileIds.length);
  if (damage) throw refuse('DESCRIBE_DAMAGE', damage);
  for (const one of [...args.tubes, ...args.plates.flatMap((plate) => plate.wells)]) {
    if (!lab.entities.some((entity) => one.julianId.startsWith(ENTITY_LETTER[entity])))
      throw refuse('VALIDATION', MESSAGES.fixForm);
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
