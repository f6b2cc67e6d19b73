import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import {
  applied,
  conflicted,
  defineOperation,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { barcode } from '#db/samples/barcode.ts';
import { containerOf } from '#db/samples/find-sample.ts';
import { readUndo, recordBulk, UNDO_HOURS } from '#db/samples/placing/bulk-action.ts';
import { judgePlace, placingOutcome } from '#db/samples/placing/judge-place.ts';
import { placeSamples } from '#db/samples/placing/place-samples.ts';
import { putBack } from '#db/samples/placing/put-back.ts';
import { sample } from '#db/samples/sample.ts';
import { pathText, readPath } from '#db/storage/container-path.ts';
import { insertContainer, requireFreeBarcode } from '#db/storage/insert-container.ts';
import { judgeContainerPlace } from '#db/storage/judge-container-place.ts';
import { openContainerSlotConflict, putContainer } from '#db/storage/put-container.ts';
import { STORAGE_TYPE, type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { BarcodeValue } from '#db/values/barcode-value.ts';
import { longText, ref } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { type Batch, batch, batch as batchEntity } from './batch.ts';
import { batchOf, personName, recordLayoutChange } from './find-batch.ts';
import { nextOutputPlateId, outputPlateOf, outputsOf } from './output-plate.ts';

const Args = z.strictObject({
  batchId: ref,
  name: z.string().trim().min(1).max(500),
  barcode: BarcodeValue,
  parentId: Id,
  position: z.string().trim().min(1).max(20).nullable(),
  /** Tubes that the person saw in other places already: they are not in the plate. */
  leaveOut: z.array(ref).max(96).default([]),
});
type Args = z.infer<typeof Args>;

/** Create a storage plate for the outputs of a completed batch, in the same wells (domain 5.10). */
export const makeOutputPlate = defineOperation({
  name: 'make-output-plate',
  version: 1,
  kind: 'fact',
  title: 'Make output plate',
  grant: 'lab/batches:update',
  args: Args,
  subjects: (args) => [args.batchId, args.parentId],
  async run(tx, args, context) {
    const batchRow = await batchOf(tx, context, args.batchId);
    if (batchRow.status !== 'COMPLETED')
      throw refuse('NOT_COMPLETED', `Complete batch ${batchRow.julianId} first.`);
    const existingPlate = await outputPlateOf(tx, batchRow);
    if (existingPlate) return mergeSecondOutputPlate(tx, context, batchRow, existingPlate, args);
    const leftOutIds = new Set(args.leaveOut);
    const outputs = (await outputsOf(tx, batchRow)).filter(({ sample }) => !leftOutIds.has(sample.id));
    if (outputs.length === 0)
      throw refuse('NO_OUTPUT', `Batch ${batchRow.julianId} has no tubes for a plate.`);
    await requireFreeBarcode(tx, args.barcode);
    const { plate, notes, conflict } = await setUp(tx, context, batchRow, args);
    const placings = outputs.map(({ sample, well }) => ({
      sample,
      container: plate,
      position: well,
      // The position is derived from the wells of the batch without scanning each tube, so a scan in another
      // place overrides it.
      typed: true,
    }));
    const bulkSampleIds = placings.map(({ sample }) => sample.id);
    for (const placing of placings) notes.push(...(await judgePlace(tx, context, placing, bulkSampleIds)));
    const placements = await placeSamples(tx, context, placings, { type: 'SAMPLE_MOVED', bulkId: plate.id });
    await recordBulk(tx, context, plate.id, bulkSampleIds);
    const outcome = placingOutcome(placements, notes);
    return conflict ? conflicted(conflict.code ?? 'CONFLICT', conflict.message ?? '') : outcome;
  },
});

async function setUp(
  tx: Transaction,
  context: OperationContext,
  batchRow: Batch,
  args: Args,
): Promise<{ plate: StorageManagement; notes: string[]; conflict: RuleResult | null }> {
  const parent = await containerOf(tx, args.parentId);
  const { rows, columns } = STORAGE_TYPE.PLATE;
  const draft = {
    id: await nextOutputPlateId(tx, batchRow),
    type: 'PLATE' as const,
    name: args.name,
    barcode: args.barcode,
    rows,
    columns,
    capacity: null,
    temperature: null,
    restrictedTo: [],
    quarantine: false,
  };
  const place = await judgeContainerPlace(tx, context, {
    container: { ...parent, ...draft, parentId: null, positionInParent: null },
    parent,
    position: args.position,
  });
  const positionInParent = place.occupant ? null : args.position;
  const plate = await insertContainer(tx, context, { ...draft, parentId: parent.id, positionInParent });
  await tx.patch(batchEntity, batchRow.id, { outputPlateId: plate.id });
  await recordLayoutChange(tx, context, batchRow.id, {
    outputPlateId: plate.id,
    reason: `Output plate ${plate.barcode} in ${pathText(await readPath(tx, parent.id))}`,
  });
  if (!place.occupant || args.position === null) return { plate, notes: place.notes, conflict: null };
  const { occupant } = place;
  await openContainerSlotConflict(tx, context, {
    container: plate,
    parent,
    occupant,
    position: args.position,
  });
  return { plate, notes: place.notes, conflict: conflicted('SLOT_OCCUPIED', `Rescan ${parent.name}`) };
}

/**
 * Merge a second output plate of two people into the first: it is one plate, named by the earlier one. Both
 * labels lead to it, and its last location counts.
 */
async function mergeSecondOutputPlate(
  tx: Transaction,
  context: OperationContext,
  batchRow: Batch,
  plate: StorageManagement,
  args: Args,
): Promise<RuleResult> {
  const [creationEvent] = (await tx.find(event, { targetId: plate.id })).filter(
    (one) => one.type === 'CONTAINER_CREATED',
  );
  const text = `The output plate of ${batchRow.julianId} was made by ${await personName(tx, creationEvent?.userId ?? null)}.`;
  if (args.barcode !== plate.barcode) {
    await requireFreeBarcode(tx, args.barcode);
    await tx.insert(barcode, {
      id: context.newId(),
      value: args.barcode,
      type: 'STORAGE',
      targetId: plate.id,
      aliasOfId: plate.barcodeId,
      active: true,
    });
  }
  const later = creationEvent === undefined || context.occurredAt >= creationEvent.occurredAt;
  if (!later) await tx.patch(storageManagement, plate.id, { name: args.name });
  const isInOtherPlace = plate.parentId !== args.parentId || plate.positionInParent !== args.position;
  if (!later || !isInOtherPlace || plate.status === 'RETIRED') return merged('OUTPUT_PLATE_MADE', text);
  const parent = await containerOf(tx, args.parentId);
  const moveResult = await putContainer(tx, context, { container: plate, parent, position: args.position });
  if (moveResult.outcome === 'CONFLICT') return moveResult;
  const now = await tx.get(storageManagement, plate.id);
  const placeName = pathText(await readPath(tx, now?.parentId ?? parent.id));
  return warned(
    'OUTPUT_PLATE_MADE',
    [text, `Its location is ${placeName}.`, moveResult.message ?? ''].join(' ').trim(),
  );
}

/**
 * Undo an output plate that was made by mistake: its tubes are in no plate again, and the plate is retired
 * with its label free.
 */
export const undoOutputPlate = defineOperation({
  name: 'undo-output-plate',
  version: 1,
  kind: 'intent',
  title: 'Take output plate back',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, reason: longText.trim().min(1, 'A reason is required.') }),
  subjects: (args) => [args.batchId],
  async run(tx, { batchId, reason }, context) {
    const batchRow = await batchOf(tx, context, batchId);
    const plate = await outputPlateOf(tx, batchRow);
    if (!plate) throw refuse('NO_OUTPUT_PLATE', `Batch ${batchRow.julianId} has no output plate.`);
    const outputs = (await outputsOf(tx, batchRow)).map((one) => one.sample.id);
    const undo = await readUndo(tx, context, plate.id, outputs);
    if (undo.isTooOld) throw refuse('TOO_LATE', `An output plate can be taken back for ${UNDO_HOURS} hours.`);
    for (const part of undo.free) await putBack(tx, context, part, { bulkId: plate.id, reason });
    const still = await tx.find(sample, { storageLocationId: plate.id });
    if (still.length > 0)
      return warned(
        'NOT_EMPTY',
        `${plate.name} stays: ${still.map((row) => row.barcode).join(', ')} are in it. Move them out first.`,
      );
    await retire(tx, context, plate, reason);
    await tx.patch(batch, batchRow.id, { outputPlateId: null });
    await recordLayoutChange(tx, context, batchRow.id, {
      outputPlateId: null,
      reason: `Output plate ${plate.barcode} taken back: ${reason}`,
    });
    if (undo.blocked.length === 0) return applied;
    return warned('CHANGED_SINCE', `Left where they are now: ${undo.blocked.join(', ')}.`);
  },
});

// Its label and its slot become free for the replacement plate.
async function retire(
  tx: Transaction,
  context: OperationContext,
  plate: StorageManagement,
  reason: string,
): Promise<void> {
  for (const label of await tx.find(barcode, { targetId: plate.id }))
    if (label.active) await tx.patch(barcode, label.id, { active: false });
  await tx.patch(storageManagement, plate.id, { status: 'RETIRED', barcode: null, positionInParent: null });
  await recordEvent(tx, context, {
    type: 'CONTAINER_RETIRED',
    targetType: 'StorageManagement',
    targetId: plate.id,
    data: { from: plate.status, to: 'RETIRED', reason, by: context.actor.name },
  });
}
