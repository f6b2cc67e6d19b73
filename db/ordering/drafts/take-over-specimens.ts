import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { requisitionOf, requisitionPrefix } from '#db/ordering/manifest/requisition-number.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { activeSpecimens } from '#db/ordering/orders/specimens-of-order.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { orderPhrase } from '#db/values/order-name.ts';
import { type Continuation, continuationOf } from './continuation.ts';
import { sourceSpecimens } from './source-specimens.ts';

/** Return the fields of an earlier requisition that stay valid: the owner and kind of the material. */
const materialFields = (from: Specimen) => ({
  patientMrn: from.patientMrn,
  patientId: from.patientId,
  physician: from.physician,
  collectedAt: from.collectedAt,
  studyId: from.studyId,
  customerSampleId: from.customerSampleId,
  providedSourceSpecies: from.providedSourceSpecies,
  otherSpeciesText: from.otherSpeciesText,
  providedSpecimenType: from.providedSpecimenType,
  otherSpecimenTypeText: from.otherSpecimenTypeText,
  providedDnaType: from.providedDnaType,
  providedExtractionKit: from.providedExtractionKit,
  providedElutionMedium: from.providedElutionMedium,
  providedConcentration: from.providedConcentration,
  providedVolume: from.providedVolume,
  extractedNucleicAcids: from.extractedNucleicAcids,
});

/** Insert a specimen of a draft that is made from another one: its material, and the fields that differ. */
export async function insertSpecimenFrom(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  from: Specimen,
  fields: Pick<Specimen, 'orderRow'> & Partial<Specimen>,
  eventData: Readonly<Record<string, string>> = {},
): Promise<void> {
  const id = context.newId();
  await tx.insert(specimen, {
    id,
    entity: row.entity,
    ...materialFields(from),
    requisitionNumber: requisitionOf(requisitionPrefix(row), fields.orderRow),
    protocolId: row.protocolId,
    status: 'DRAFT',
    orderId: row.id,
    salesPrice: 0,
    paidFor: false,
    isDataDownloaded: false,
    failedBatchCount: 0,
    billable: true,
    ...fields,
  });
  await recordEvent(tx, context, {
    type: 'SPECIMEN_CREATED',
    targetType: 'Specimen',
    targetId: id,
    data: { to: 'DRAFT', ...eventData },
    customerVisible: true,
  });
}

const takeOver = (
  tx: Transaction,
  context: OperationContext,
  row: Order,
  from: Specimen,
  orderRow: number,
): Promise<void> =>
  insertSpecimenFrom(
    tx,
    context,
    row,
    from,
    {
      orderRow,
      sourceSpecimenId: from.id,
      // The same work uses the same flow, also when it was not the default.
      flowId: from.protocolId === row.protocolId ? from.flowId : null,
    },
    { sourceSpecimenId: from.id },
  );

/** Return the source order of a draft; refuse a draft without one, which has no specimens to choose. */
async function sourceOf(tx: Transaction, row: Order): Promise<{ source: Order; continuation: Continuation }> {
  const continuation = continuationOf(row);
  const source = row.sourceOrderId === null ? undefined : await tx.get(order, row.sourceOrderId);
  if (!continuation || !source)
    throw refuse(
      'NOT_A_CONTINUATION',
      'This order continues no other order. Enter its specimens in the table.',
    );
  return { source, continuation };
}

/** Let a draft continue with exactly these specimens of its source; every one of them has to qualify. */
export async function takeOverSpecimens(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  requestedIds: readonly string[],
): Promise<Order> {
  const { source, continuation } = await sourceOf(tx, row);
  const { protocolId } = row;
  const sourceRows = await sourceSpecimens(tx, context, source, {
    continuation,
    protocolId,
    exceptOrderId: row.id,
  });
  const selected = sourceRows.filter(({ specimen: one }) => requestedIds.includes(one.id));
  if (selected.length === 0) throw refuse('VALIDATION', 'Choose at least one specimen.');
  if (selected.length < new Set(requestedIds).size)
    throw refuse('VALIDATION', `Choose specimens of ${orderPhrase(source)}.`);
  const problems = selected.flatMap(({ problem }) => problem ?? []);
  if (problems.length > 0) throw refuse('SPECIMEN_NOT_FIT', problems.join(' '));
  const current = await activeSpecimens(tx, row.id);
  for (const { id, sourceSpecimenId } of current)
    if (!sourceSpecimenId || !requestedIds.includes(sourceSpecimenId))
      await tx.patch(specimen, id, { deleted: true });
  const usedSourceIds = new Set(current.map(({ sourceSpecimenId }) => sourceSpecimenId));
  // A used number is never given to another specimen of the order.
  const all = await tx.find(specimen, { orderId: row.id, deleted: [true, false] });
  let last = Math.max(0, ...all.map(({ orderRow }) => orderRow));
  for (const { specimen: from } of selected) {
    if (usedSourceIds.has(from.id)) continue;
    last += 1;
    await takeOver(tx, context, row, from, last);
  }
  return tx.patch(order, row.id, { projectedSpecimenCount: selected.length });
}
