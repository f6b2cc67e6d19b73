import { Decimal } from 'decimal.js';
import type { OperationContext } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import { changeVolume } from '#db/samples/change-volume.ts';
import { mintChildSample } from '#db/samples/mint-child-sample.ts';
import type { Sample } from '#db/samples/sample.ts';
import { holdOf } from '#db/specimens/accession-readiness.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import { chooseFlow, firstStage, pinnedProcedures } from '#db/specimens/choose-flow.ts';
import { setSamplesAside } from '#db/specimens/held-samples.ts';
import { numbersOnHand } from '#db/specimens/number-on-hand.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Continuation, continuationOf } from './continuation.ts';
import { type Order, order } from './order.ts';
import { sourceMaterial } from './source-material.ts';

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
export async function acceptOnHand(
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
  const numbers = await numbersOnHand(tx, context, onHand.length);
  for (const [place, one] of onHand.entries())
    await acceptOne(tx, context, of, continuation, { ...one, julianId: numbers[place] ?? '' });
  if (onHand.length > 0) await tx.patch(order, of.id, { receivedAt: context.occurredAt });
  return new Set(onHand.map(({ row }) => row.id));
}
