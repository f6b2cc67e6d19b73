import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Batch } from './batch.ts';
import { batchControl } from './batch-control.ts';
import { CONTROL_TYPE_LABEL, type ControlType } from './control-type.ts';
import { plateOf, recordLayoutChange } from './find-batch.ts';

/** A control to be placed; its id is minted where it is placed. */
export interface NewControl {
  controlId: string;
  controlType: ControlType;
  plateLocation: string;
  name: string | null;
  inventoryItemId: string | null;
}

/** Puts a control in a free well, or moves it there; without a name it is numbered within its type. */
export async function putControl(
  tx: Transaction,
  context: OperationContext,
  batch: Batch,
  control: NewControl,
): Promise<void> {
  const { controls, layout } = await plateOf(tx, batch.id);
  const { controlId, controlType, plateLocation } = control;
  const occupant = layout.get(plateLocation);
  if (occupant && occupant.id !== controlId) throw refuse('WELL_TAKEN', `Well ${plateLocation} is occupied.`);
  const known = controls.find((row) => row.id === controlId);
  const number = controls.filter((row) => row.controlType === controlType).length + 1;
  const name = control.name ?? known?.name ?? `${CONTROL_TYPE_LABEL[controlType].label} ${number}`;
  if (known) await tx.patch(batchControl, controlId, { plateLocation, name });
  else {
    const { inventoryItemId } = control;
    if (inventoryItemId !== null && !(await tx.get(inventoryItem, inventoryItemId))) {
      throw new AppError('NOT_FOUND', MESSAGES.notFound);
    }
    await tx.insert(batchControl, {
      id: controlId,
      batchId: batch.id,
      plateLocation,
      controlType,
      name,
      inventoryItemId,
    });
  }
  await recordLayoutChange(tx, context, batch.id, { id: controlId, barcode: name, well: plateLocation });
}
