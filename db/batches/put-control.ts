import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { applied, type OperationContext, type RuleResult } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Batch } from './batch.ts';
import { type BatchControl, batchControl } from './batch-control.ts';
import { claimLayout } from './claim-layout.ts';
import { CONTROL_TYPE_LABEL, type ControlType } from './control-type.ts';
import { plateOf, recordLayoutChange } from './find-batch.ts';
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
