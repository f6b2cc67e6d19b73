import { Decimal } from 'decimal.js';
import { startService } from '#db/billing/invoices/change-invoice-status.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Continuation, continuationOf } from '#db/ordering/drafts/continuation.ts';
import { sourceMaterial } from '#db/ordering/drafts/source-specimens.ts';
import { kitBoxes } from '#db/ordering/shipments/collection-kits.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { company } from '#db/organizations/company.ts';
import { mintChildSample } from '#db/samples/mint-child-sample.ts';
import type { Sample } from '#db/samples/sample.ts';
import { changeVolume } from '#db/samples/volume.ts';
import { holdOf } from '#db/specimens/accession/accession-readiness.ts';
import { chooseFlow, firstStage, pinnedProcedures } from '#db/specimens/choose-flow.ts';
import { releaseFrom, setSamplesAside } from '#db/specimens/holding/held-samples.ts';
import { numbersOnHand } from '#db/specimens/number-on-hand.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeOrderStatus, type OrderChange } from './change-order-status.ts';
import { deriveOrderStatus, deriveSourceOrder } from './derive-order-status.ts';
import { type Order, order } from './order.ts';
import type { OrderType } from './order-terms.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/**
 * Create the shipment of kits that an accepted order has asked for; the lab sends it, and its status changes
 * no other row.
 */
export async function expectKits(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  const { kitCount, kitTemperature } = row;
  if (kitCount === null) return;
  const known = await tx.find(shipment, { orderId: row.id });
  if (known.some(({ direction }) => direction === 'KIT_OUT')) return;
  await tx.insert(shipment, {
    id: context.newId(),
    orderId: row.id,
    direction: 'KIT_OUT',
    status: 'NOT_STARTED',
    kitCount,
    packageCount: kitBoxes(kitCount),
    temperature: kitTemperature,
  });
}

/**
 * Create the package that an accepted order expects; with a tracking number of the customer it waits for the
 * carrier.
 */
async function expectShipment(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  const known = await tx.find(shipment, { orderId: row.id });
  if (known.some(({ direction }) => direction === 'INBOUND')) return;
  const status = row.trackingNumber ? 'PRE_TRANSIT' : 'NOT_STARTED';
  const { carrier, trackingNumber, packageCount } = row;
  await tx.insert(shipment, {
    id: context.newId(),
    orderId: row.id,
    direction: 'INBOUND',
    status,
    carrier,
    trackingNumber,
    packageCount,
  });
  if (row.shipmentStatus !== status) await tx.patch(order, row.id, { shipmentStatus: status });
}

interface OnHand {
  row: Specimen;
  source: Specimen;
  material: Sample;
  julianId: string;
}

/**
 * Return where the work begins: the same service continues at the stage of its material, another one at its
 * own first stage.
 */
async function routeOf(tx: Transaction, { row, source, material }: OnHand) {
  if (row.protocolId === source.protocolId && material.stage !== null)
    return { stage: material.stage, flowId: row.flowId ?? source.flowId, pinned: {} };
  const extracted = material.sampleKind === 'EXTRACT';
  const flow = await chooseFlow(tx, {
    ...row,
    ...(extracted ? { providedSpecimenType: 'NUCLEIC_ACID' as const, extractedNucleicAcids: true } : {}),
  });
  return {
    stage: flow ? firstStage(flow) : null,
    flowId: flow?.id ?? row.flowId,
    pinned: pinnedProcedures(flow),
  };
}

/** Make the sample with which the work continues; its source stays (domain 4.2, 4.3). */
async function mintSample(
  tx: Transaction,
  context: OperationContext,
  continuation: Continuation,
  one: OnHand,
): Promise<string | null> {
  const { row, material } = one;
  const { stage, flowId, pinned } = await routeOf(tx, one);
  const isRework = continuation === 'REWORK';
  const initialStatus = stage === null ? ('RECEIVED' as const) : ('IN_QUEUE' as const);
  // The volume of an aliquot is known only when it was taken.
  const volume = isRework ? material.remainingVolume : null;
  const child = await mintChildSample(tx, context, material, {
    suffixLetter: null,
    fields: {
      ...pinned,
      specimenId: row.id,
      parentSampleId: material.id,
      sampleKind: material.sampleKind === 'PRIMARY' ? 'ALIQUOT' : material.sampleKind,
      status: isRework ? initialStatus : 'SUPPLEMENTAL',
      stage,
      initialVolume: volume,
      remainingVolume: volume,
      extractedConcentration: material.extractedConcentration,
      extractedVolume: material.extractedVolume,
      fragmentLength: material.fragmentLength,
      attempt: isRework ? material.attempt + 1 : 1,
    },
  });
  if (volume !== null)
    await changeVolume(tx, context, material.id, new Decimal(volume).negated(), `Rework as ${child.barcode}`);
  return flowId;
}

/** Put a specimen on hold when the customer account was put on hold in the meantime, as for a shipment. */
async function holdIfHeld(
  tx: Transaction,
  context: OperationContext,
  of: Order,
  row: Specimen,
): Promise<void> {
  const hold = holdOf(of, await tx.get(company, of.companyId), true);
  if (hold === null) return;
  const heldSpecimen = await changeSpecimenStatus(tx, context, row, 'RECEIVED_ON_HOLD', {
    reason: hold,
    fields: { holdReason: hold, statusBeforeHold: row.status },
  });
  await setSamplesAside(tx, context, heldSpecimen, 'RECEIVED_ON_HOLD', hold);
}

async function acceptOne(
  tx: Transaction,
  context: OperationContext,
  of: Order,
  continuation: Continuation,
  one: OnHand,
): Promise<void> {
  const { julianId, source } = one;
  const numbered = await tx.patch(specimen, one.row.id, { julianId });
  const flowId = await mintSample(tx, context, continuation, { ...one, row: numbered });
  const to = continuation === 'REWORK' ? 'RECEIVED' : 'SUPPLEMENTAL';
  const receivedAt = to === 'RECEIVED' ? context.occurredAt : (source.receivedAt ?? context.occurredAt);
  const acceptedSpecimen = await changeSpecimenStatus(tx, context, numbered, to, {
    fields: { receivedAt, flowId },
  });
  await holdIfHeld(tx, context, of, acceptedSpecimen);
}

/**
 * Take the specimens of a rework or supplemental order into work from material in the lab, without a
 * shipment. Returns the specimens taken; material used up since then must be sent like any other.
 */
async function acceptOnHand(
  tx: Transaction,
  context: OperationContext,
  of: Order,
  specimens: readonly Specimen[],
): Promise<ReadonlySet<string>> {
  const continuation = continuationOf(of);
  const waiting = specimens.filter(({ status }) => status === 'DRAFT' || status === 'PENDING_APPROVAL');
  const sourceIds = waiting.flatMap(({ sourceSpecimenId }) => sourceSpecimenId ?? []);
  if (!continuation || sourceIds.length === 0) return new Set();
  const sources = await tx.find(specimen, { id: [...sourceIds].sort() });
  const material = await sourceMaterial(tx, sources, { continuation, protocolId: of.protocolId });
  const known = new Map(sources.map((row) => [row.id, row]));
  const onHand = waiting.flatMap((row) => {
    const source = known.get(row.sourceSpecimenId ?? '');
    const sourceSample = source && material.get(source.id);
    return source && sourceSample ? [{ row, source, material: sourceSample }] : [];
  });
  const numbers = await numbersOnHand(tx, context, of.entity, onHand.length);
  for (const [place, one] of onHand.entries())
    await acceptOne(tx, context, of, continuation, { ...one, julianId: numbers[place] ?? '' });
  if (onHand.length > 0) await tx.patch(order, of.id, { receivedAt: context.occurredAt });
  return new Set(onHand.map(({ row }) => row.id));
}

/** Order types that may be accepted before their specimens are named. */
const NAMED_LATER: readonly OrderType[] = ['SALES_ORDER', 'CAMPAIGN'];

/** Return whether an order waits for more specimens to be registered. */
const isAnticipated = (row: Pick<Order, 'orderType' | 'projectedSpecimenCount'>, registered: number) =>
  NAMED_LATER.includes(row.orderType) && registered < row.projectedSpecimenCount;

async function acceptSpecimen(tx: Transaction, context: OperationContext, row: Specimen): Promise<void> {
  if (row.status === 'RECEIVED_ON_HOLD') {
    // The tube arrived before the order was accepted.
    await releaseFrom(tx, context, row, null);
    return;
  }
  if (row.status === 'DRAFT' || row.status === 'PENDING_APPROVAL')
    await changeSpecimenStatus(tx, context, row, 'ORDERED');
}

/**
 * Accept an order (domain 4.1, 4.2): it and its specimens are ORDERED and a package is expected, or it is
 * ANTICIPATED while specimens are still to be registered. Material that arrived before, or is in the lab from
 * an earlier order, is taken into work.
 */
export async function acceptOrder(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  change: OrderChange = {},
): Promise<Order> {
  const specimens = await activeSpecimens(tx, row.id);
  await startService(tx, context, row);
  await expectKits(tx, context, row);
  if (row.status !== 'ANTICIPATED' && isAnticipated(row, specimens.length)) {
    for (const one of specimens)
      if (one.status === 'PENDING_APPROVAL') await changeSpecimenStatus(tx, context, one, 'DRAFT');
    return changeOrderStatus(tx, context, row, 'ANTICIPATED', change);
  }
  const accepted = await changeOrderStatus(tx, context, row, 'ORDERED', change);
  const onHand = await acceptOnHand(tx, context, accepted, specimens);
  const shippedSpecimens = specimens.filter(({ id }) => !onHand.has(id));
  for (const one of shippedSpecimens) await acceptSpecimen(tx, context, one);
  if (shippedSpecimens.length > 0 || onHand.size === 0) await expectShipment(tx, context, accepted);
  await deriveSourceOrder(tx, context, accepted);
  return (await deriveOrderStatus(tx, context, row.id)) ?? accepted;
}
