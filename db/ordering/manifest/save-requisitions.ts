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
import { pairRows } from './manifest-differences.ts';
import type { ManifestFault } from './manifest-fault.ts';
import { listedOf, ManifestRow, type SpecimenDraft } from './manifest-row.ts';
import { openForRows } from './open-for-rows.ts';
import { judgeRows } from './read-manifest.ts';
import { rowsMark } from './rows-mark.ts';

/** The target of each row: an existing specimen to overwrite, or a new one, with its number. */
interface PlannedRow {
  draft: SpecimenDraft;
  specimen: Specimen | null;
  requisitionNumber: string;
  orderRow: number;
}

export interface RequisitionPlan {
  rows: PlannedRow[];
  removed: Specimen[];
}

interface Lines {
  orderNumber: string;
  /** The specimens that rows may overwrite; none when rows are added. */
  current: readonly Specimen[];
  /** The specimens that stay beside the rows. */
  staying: readonly Specimen[];
  /** Removed rows: their numbers may be on tubes, so only the same rows come back with them. */
  takenOff: readonly Specimen[];
}

const threeDigits = (row: number): string => String(row).padStart(3, '0');

/**
 * Assign every row its specimen and its number: `{orderNumber}-{row 3 digits}`, the next free one when that
 * is taken.
 */
function planRequisitions(drafts: readonly SpecimenDraft[], lines: Lines): RequisitionPlan {
  const { orderNumber, current, staying, takenOff } = lines;
  const rowByCells = new Map(current.map((row) => [listedOf(row, null), row]));
  const back = new Map(takenOff.map((row) => [listedOf(row, null), row]));
  const pairs = pairRows([...rowByCells.keys()], drafts, [...back.keys()]);
  const known = new Map(
    drafts.map((draft) => {
      const pair = pairs.get(draft);
      return [draft, pair ? (rowByCells.get(pair) ?? back.get(pair) ?? null) : null] as const;
    }),
  );
  const usedNumbers = new Set([
    ...[...current, ...staying, ...takenOff].map(({ requisitionNumber }) => requisitionNumber),
    ...drafts.flatMap(({ requisitionNumber }) => requisitionNumber ?? []),
  ]);
  const before = Math.max(0, ...staying.map(({ orderRow }) => orderRow));
  const numberFor = (row: number): string => {
    let n = row;
    while (usedNumbers.has(`${orderNumber}-${threeDigits(n)}`)) n += 1;
    const number = `${orderNumber}-${threeDigits(n)}`;
    usedNumbers.add(number);
    return number;
  };
  const rows = drafts.map((draft, index): PlannedRow => {
    const specimen = known.get(draft) ?? null;
    const orderRow = before + index + 1;
    const requisitionNumber = draft.requisitionNumber ?? specimen?.requisitionNumber ?? numberFor(orderRow);
    return { draft, specimen, requisitionNumber, orderRow };
  });
  const plannedIds = new Set(rows.map(({ specimen }) => specimen?.id));
  return { rows, removed: current.filter(({ id }) => !plannedIds.has(id)) };
}

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
  }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, mode, source, rows, seen: seenMark }, context) {
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
    const { faults, drafts } = judgeRows(rows, known);
    if (faults.length > 0) throw refusal(faults);
    const all = await tx.find(specimen, { orderId, deleted: [true, false] });
    const plan = planRequisitions(drafts, {
      orderNumber: row.orderNumber,
      current: mode === 'replace' ? current : [],
      staying: mode === 'replace' ? [] : current,
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
    const existingRows = mode === 'append' ? current : [];
    const plates = new Set(
      [...existingRows, ...drafts].flatMap(({ shipmentPlateNumber }) => shipmentPlateNumber ?? []),
    );
    const plateCount = row.packageType === 'PLATE' ? plates.size : null;
    if (plateCount !== row.plateCount) await tx.patch(order, orderId, { plateCount });
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
  args: z.strictObject({ orderId: Id, ...RequisitionRemoval.shape }),
  subjects: ({ orderId, specimenIds }) => [orderId, ...specimenIds],
  async run(tx, { orderId, specimenIds }, context) {
    const { row: open, current } = await openForRows(tx, context, orderId);
    const removedIds = new Set(specimenIds);
    const staying = current.filter(({ id }) => !removedIds.has(id));
    if (current.length - staying.length < removedIds.size) throw refuse('NOT_FOUND', MESSAGES.notFound);
    for (const id of removedIds) await tx.patch(specimen, id, { deleted: true });
    const plates = new Set(staying.flatMap(({ shipmentPlateNumber }) => shipmentPlateNumber ?? []));
    const plateCount = open.packageType === 'PLATE' ? plates.size : null;
    if (plateCount !== open.plateCount) await tx.patch(order, orderId, { plateCount });
    return applied;
  },
});
