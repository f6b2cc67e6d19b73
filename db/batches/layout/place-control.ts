import { z } from 'zod';
import type { Batch } from '#db/batches/batch.ts';
import {
  type BatchControl,
  batchControl,
  CONTROL_TYPE_LABEL,
  ControlType,
} from '#db/batches/batch-control.ts';
import { assertNotStarted, batchOf, plateOf, recordLayoutChange } from '#db/batches/find-batch.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { applied, defineOperation, type OperationContext, type RuleResult } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref, text } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';
import { claimLayout, wasStartedConcurrently } from './claim-layout.ts';
import { laterEdit } from './layout-history.ts';
import { closeTakenWell } from './well-taken.ts';

/** A control to be placed; its id is assigned at the placement. */
export interface NewControl {
  controlId: string;
  controlType: ControlType;
  plateLocation: string;
  name: string | null;
  inventoryItemId: string | null;
}

/** Put a control in a free well, or move it there; without a name it is numbered within its type. */
export async function putControl(
  tx: Transaction,
  context: OperationContext,
  batch: Batch,
  control: NewControl,
): Promise<RuleResult> {
  const { controls, layout } = await plateOf(tx, batch.id);
  const { controlId, plateLocation } = control;
  const later = await laterEdit(tx, context, batch.id, controlId);
  if (later) return later;
  const occupant = layout.get(plateLocation);
  if (occupant && occupant.id !== controlId) throw refuse('WELL_TAKEN', `Well ${plateLocation} is occupied.`);
  const controlRow = await tx.get(batchControl, controlId);
  const known = controlRow?.batchId === batch.id ? controlRow : undefined;
  const name = control.name ?? known?.name ?? numberedName(controls, control);
  if (known) await tx.patch(batchControl, controlId, { plateLocation, name, deleted: false });
  else await insertControl(tx, batch, { ...control, name });
  await closeTakenWell(tx, context, batch.id, controlId, `Put in ${plateLocation}`);
  await recordLayoutChange(tx, context, batch.id, { id: controlId, barcode: name, well: plateLocation });
  return applied;
}

/** Record a control whose person did not know that the batch had started (domain 5.11, case 29). */
export async function claimControl(
  tx: Transaction,
  context: OperationContext,
  batch: Batch,
  control: NewControl,
): Promise<RuleResult> {
  const plate = await plateOf(tx, batch.id);
  const { controlId: id, plateLocation: well, controlType } = control;
  const known = await tx.get(batchControl, id);
  const inWell = plate.controls.find((row) => row.plateLocation === well && row.controlType === controlType);
  const name = control.name ?? known?.name ?? inWell?.name ?? numberedName(plate.controls, control);
  // The same kind of control in the same well, placed on two devices, is one control.
  const duplicate = !known && inWell !== undefined;
  if (!known && !duplicate) {
    await insertControl(tx, batch, { ...control, name });
    await tx.patch(batchControl, id, { deleted: true });
  }
  const claim = { kind: 'control' as const, id: duplicate ? inWell.id : id, well, dnaBarcode: null, name };
  return claimLayout(tx, context, batch, plate, [claim]);
}

function numberedName(controls: readonly BatchControl[], { controlType }: NewControl): string {
  const number = controls.filter((row) => row.controlType === controlType).length + 1;
  return `${CONTROL_TYPE_LABEL[controlType].label} ${number}`;
}

async function insertControl(
  tx: Transaction,
  batch: Batch,
  control: NewControl & { name: string },
): Promise<void> {
  const { controlId, controlType, plateLocation, name, inventoryItemId } = control;
  if (inventoryItemId !== null && !(await tx.get(inventoryItem, inventoryItemId)))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await tx.insert(batchControl, {
    id: controlId,
    batchId: batch.id,
    plateLocation,
    controlType,
    name,
    inventoryItemId,
  });
}

/** Put a control in a well, or move it to another one. */
export const placeControl = defineOperation({
  name: 'place-control',
  version: 1,
  kind: 'intent',
  title: 'Place control',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    controlId: ref,
    controlType: ControlType,
    plateLocation: WellName,
    name: text.nullable().default(null),
    inventoryItemId: ref.nullable().default(null),
  }),
  subjects: (args) => [args.batchId],
  buildsOn: () => [],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    if (await wasStartedConcurrently(context, batch)) return claimControl(tx, context, batch, args);
    assertNotStarted(batch);
    return putControl(tx, context, batch, args);
  },
});

/** Take a control off a plate that has not started. */
export const removeControl = defineOperation({
  name: 'remove-control',
  version: 1,
  kind: 'intent',
  title: 'Remove control',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, controlId: ref }),
  subjects: (args) => [args.batchId],
  buildsOn: (args) => [args.controlId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const startedConcurrently = await wasStartedConcurrently(context, batch);
    if (!startedConcurrently) assertNotStarted(batch);
    const control = await tx.get(batchControl, args.controlId);
    if (!control || control.deleted || control.batchId !== batch.id)
      throw new AppError('NOT_FOUND', MESSAGES.notFound);
    if (startedConcurrently) {
      const off = {
        kind: 'control' as const,
        id: control.id,
        well: null,
        dnaBarcode: null,
        name: control.name,
      };
      return claimLayout(tx, context, batch, await plateOf(tx, batch.id), [off]);
    }
    const later = await laterEdit(tx, context, batch.id, control.id);
    if (later) return later;
    await tx.patch(batchControl, control.id, { deleted: true });
    await recordLayoutChange(tx, context, batch.id, { id: control.id, barcode: control.name, well: null });
    return applied;
  },
});
