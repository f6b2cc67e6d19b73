import { z } from 'zod';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { RequisitionRemoval } from '#db/ordering/drafts/draft-form.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { staleOrder } from '#db/ordering/orders/order-access-scope.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { firstNotes, saveFirstNote } from './first-note.ts';
import { loadManifestContext, MANIFEST_MODES } from './load-manifest-context.ts';
import { MAX_ROWS } from './manifest-columns.ts';
import type { ManifestFault } from './manifest-fault.ts';
import { ManifestRow } from './manifest-row.ts';
import { openForRows } from './open-for-rows.ts';
import { type PlannedRow, planRequisitions } from './plan-requisitions.ts';
import { judgeRows } from './read-manifest.ts';
import { requisitionPrefix } from './requisition-number.ts';
import { rowsMark } from './rows-mark.ts';

const refusal = (faults: readonly ManifestFault[]): AppError => {
  const [first] = faults;
  const more = faults.length > 1 ? ` And ${faults.length - 1} more.` : '';
  const issues = faults
    .slice(0, 100)
    .map(({ row, field, message }) => ({ path: `${row}.${field ?? ''}`, message }));
  return new AppError('VALIDATION', `${first?.message ?? ''}${more}`, issues);
};

/** Return the fields of a specimen that a row sets. */
function fieldsOf({ draft, requisitionNumber, orderRow }: PlannedRow, { protocolId }: Order) {
  const { row: _row, notes: _notes, ...fields } = draft;
  return {
    ...fields,
    requisitionNumber,
    orderRow,
    protocolId,
    extractedNucleicAcids: draft.providedSpecimenType === 'NUCLEIC_ACID',
  } satisfies Partial<Specimen>;
}

const changedFields = (row: Specimen, fields: Partial<Specimen>): string[] =>
  (Object.keys(fields) as (keyof Specimen)[]).filter((key) => (fields[key] ?? null) !== row[key]);

const recordSpecimenEvent = (
  tx: Transaction,
  context: OperationContext,
  type: 'SPECIMEN_CREATED' | 'SPECIMEN_UPDATED',
  targetId: string,
  data: Record<string, string | string[]>,
) => recordEvent(tx, context, { type, targetType: 'Specimen', targetId, data, customerVisible: true });

/** Write one row; returns whether the specimen is new, changed or unchanged. */
async function writeRow(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  planned: PlannedRow,
  note: { text: string | null; known: { id: string; bodyText: string } | undefined },
): Promise<'added' | 'changed' | 'same'> {
  const fields = fieldsOf(planned, row);
  const known = planned.specimen;
  if (known) {
    const changes = changedFields(known, fields);
    const back = known.deleted;
    const noted = await saveFirstNote(tx, context, known.id, note.text, note.known);
    if (changes.length === 0 && !back && !noted) return 'same';
    await tx.patch(specimen, known.id, { ...fields, deleted: false });
    await recordSpecimenEvent(tx, context, 'SPECIMEN_UPDATED', known.id, { changed: changes });
    return back ? 'added' : 'changed';
  }
  const id = context.newId();
  await tx.insert(specimen, {
    id,
    entity: row.entity,
    ...fields,
    status: 'DRAFT',
    orderId: row.id,
    salesPrice: Math.max(0, row.pricePerSpecimen - row.discountPerSpecimen),
    paidFor: false,
    isDataDownloaded: false,
    failedBatchCount: 0,
    billable: true,
  });
  await saveFirstNote(tx, context, id, note.text, undefined);
  await recordSpecimenEvent(tx, context, 'SPECIMEN_CREATED', id, { to: 'DRAFT' });
  return 'added';
}

/**
 * Return the number of specimens of an order after its rows were saved: a draft follows its rows, unless they
 * may be named later.
 */
function countAfter({ status, orderType, projectedSpecimenCount }: Order, rows: number): number {
  if (status !== 'DRAFT' || rows === 0) return projectedSpecimenCount;
  const isNamedLater = orderType === 'SALES_ORDER' || orderType === 'CAMPAIGN';
  return isNamedLater ? Math.max(projectedSpecimenCount, rows) : rows;
}

/**
 * Save the rows of an order, typed or from a file: all of them when all are valid, otherwise none (domain
 * 6.2). The rows are checked again against the present data.
 */
export const saveRequisitions = defineOperation({
  name: 'save-requisitions',
  version: 1,
  kind: 'intent',
  title: 'Save specimens of order',
  grant: 'create-order/manifest:read',
  args: z.strictObject({
    orderId: Id,
    mode: z.enum(MANIFEST_MODES),
    /** Whether the rows come from a file or from the table. */
    source: z.enum(['file', 'typed']),
    rows: z.array(ManifestRow).min(1).max(MAX_ROWS),
    /** The mark of the rows to overwrite, as the person saw them; concurrent changes are not overwritten. */
    seen: z.string().max(64).nullable().default(null),
    /** Saved specimens of rows with errors, with their places among the rows: they stay as they are. */
    kept: z
      .array(z.strictObject({ specimenId: Id, row: z.int().min(1) }))
      .max(MAX_ROWS)
      .default([]),
    /** The number of typed rows with errors that are not saved; they count as specimens of the order. */
    unfinished: z.int().min(0).max(MAX_ROWS).default(0),
  }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, mode, source, rows, seen: seenMark, kept, unfinished }, context) {
    const openedOrder = await openForRows(tx, context, orderId);
    const { row, current } = openedOrder;
    if (mode === 'replace' && seenMark !== null && seenMark !== (await rowsMark(current))) throw staleOrder();
    const known = await loadManifestContext(tx, openedOrder, rows, {
      mode,
      now: context.occurredAt,
      labDay: context.labDay,
      // Times that the server has read have a zone; a bare time must not be guessed here.
      timeZone: 'UTC',
    });
    const stayingRows = new Map(kept.map(({ specimenId, row: place }) => [specimenId, place]));
    const stays = current.filter(({ id }) => mode === 'append' || stayingRows.has(id));
    const { faults, drafts } = judgeRows(rows, { ...known, staying: stays });
    if (faults.length > 0) throw refusal(faults);
    const all = await tx.find(specimen, { orderId, deleted: [true, false] });
    const plan = planRequisitions(drafts, {
      prefix: requisitionPrefix(row),
      current: current.filter((one) => !stays.includes(one)),
      staying: stays,
      kept: stayingRows,
      takenOff: all.filter(({ deleted, status }) => deleted && status === 'DRAFT'),
    });
    const notes = await firstNotes(
      tx,
      plan.rows.flatMap((planned) => planned.specimen?.id ?? []),
    );
    const counts = { added: 0, changed: 0, same: 0 };
    for (const { id } of plan.removed) await tx.patch(specimen, id, { deleted: true });
    for (const planned of plan.rows) {
      // The table shows the existing note, so an emptied cell deletes it; many files have no such column.
      const noteText = planned.draft.notes ?? (source === 'typed' ? '' : null);
      const known = notes.get(planned.specimen?.id ?? '');
      counts[await writeRow(tx, context, row, planned, { text: noteText, known })] += 1;
    }
    const plates = new Set(
      [...stays, ...drafts].flatMap(({ shipmentPlateNumber }) => shipmentPlateNumber ?? []),
    );
    const plateCount = row.packageType === 'PLATE' ? plates.size : null;
    const projectedSpecimenCount = countAfter(row, stays.length + rows.length + unfinished);
    if (plateCount !== row.plateCount || projectedSpecimenCount !== row.projectedSpecimenCount)
      await tx.patch(order, orderId, { plateCount, projectedSpecimenCount });
    if (source === 'file')
      await recordEvent(tx, context, {
        type: 'MANIFEST_UPLOADED',
        targetType: 'Order',
        targetId: orderId,
        data: { mode, rows: rows.length, ...counts, removed: plan.removed.length },
        customerVisible: true,
      });
    return applied;
  },
});

/**
 * Remove rows from a draft, or from an order whose specimens are still awaited (domain 4.2); the others keep
 * their numbers, which may be on printed tubes already.
 */
export const removeRequisitions = defineOperation({
  name: 'remove-requisitions',
  version: 1,
  kind: 'intent',
  title: 'Remove specimens from draft',
  grant: 'create-order:read',
  args: z.strictObject({
    orderId: Id,
    ...RequisitionRemoval.shape,
    /** The number of typed rows that are not saved; they count as specimens of the order. */
    unfinished: z.int().min(0).max(MAX_ROWS).default(0),
  }),
  subjects: ({ orderId, specimenIds }) => [orderId, ...specimenIds],
  async run(tx, { orderId, specimenIds, unfinished }, context) {
    const { row: open, current } = await openForRows(tx, context, orderId);
    const removedIds = new Set(specimenIds);
    const staying = current.filter(({ id }) => !removedIds.has(id));
    if (current.length - staying.length < removedIds.size) throw refuse('NOT_FOUND', MESSAGES.notFound);
    for (const id of removedIds) await tx.patch(specimen, id, { deleted: true });
    const plates = new Set(staying.flatMap(({ shipmentPlateNumber }) => shipmentPlateNumber ?? []));
    const plateCount = open.packageType === 'PLATE' ? plates.size : null;
    const projectedSpecimenCount = countAfter(open, staying.length + unfinished);
    if (plateCount !== open.plateCount || projectedSpecimenCount !== open.projectedSpecimenCount)
      await tx.patch(order, orderId, { plateCount, projectedSpecimenCount });
    return applied;
  },
});
