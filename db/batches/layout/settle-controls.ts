import type { Batch } from '#db/batches/batch.ts';
import { type BatchControl, batchControl, CONTROL_TYPE_LABEL } from '#db/batches/batch-control.ts';
import type { BatchPlate } from '#db/batches/find-batch.ts';
import type { StartedWell } from '#db/batches/starting/started-layout.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import type { Transaction } from '#db/transaction.ts';
import { openLayoutConflict } from './layout-conflict.ts';
import { lastEditorOf } from './layout-history.ts';
import { closeTakenWell, STARTED_WITH } from './well-taken.ts';

/** A start with its layout, and the places of the plate before it. */
export interface StartingBatch {
  row: Batch;
  method: Procedure;
  plate: BatchPlate;
  wells: readonly StartedWell[];
  before: ReadonlyMap<string, string | null>;
}

/**
 * Put the controls of a start where its starter had them, and open a conflict about each that was in another
 * well.
 */
export async function settleControls(
  tx: Transaction,
  context: OperationContext,
  starting: StartingBatch,
): Promise<string[]> {
  const { plate, wells } = starting;
  const differing: string[] = [];
  const controlWells = wells.filter((one) => one.controlId !== null);
  const replaced = new Set<string>();
  for (const well of controlWells) {
    const known = well.controlId === null ? undefined : await tx.get(batchControl, well.controlId);
    const duplicate = plate.controls.find(
      (one) => isTwin(one, well) && !controlWells.some((n) => n.controlId === one.id),
    );
    if (duplicate) replaced.add(duplicate.id);
    const control = await putStarted(tx, starting, well, known);
    if (control === null) continue;
    const otherWell = known && !known.deleted ? known.plateLocation : null;
    const differs =
      otherWell !== well.wellLocation || (well.dnaBarcode !== null && known?.dnaBarcode !== well.dnaBarcode);
    const wasTaken = await closeTakenWell(tx, context, starting.row.id, control.id, STARTED_WITH);
    if (!differs || duplicate || wasTaken) continue;
    differing.push(control.name);
    const target = { kind: 'control' as const, id: control.id };
    await openLayoutConflict(tx, context, starting.row, {
      name: control.name,
      started: { target: { ...target, well: well.wellLocation, dnaBarcode: well.dnaBarcode }, by: null },
      other: {
        target: { ...target, well: otherWell, dnaBarcode: known?.dnaBarcode ?? null },
        by: await lastEditorOf(tx, context, starting.row.id, control.id),
      },
      withheld: null,
    });
  }
  for (const one of plate.controls) {
    if (controlWells.some((well) => well.controlId === one.id)) continue;
    await tx.patch(batchControl, one.id, { deleted: true });
    if (replaced.has(one.id)) continue;
    differing.push(one.name);
    const target = { kind: 'control' as const, id: one.id };
    await openLayoutConflict(tx, context, starting.row, {
      name: one.name,
      started: { target: { ...target, well: null, dnaBarcode: null }, by: null },
      other: {
        target: { ...target, well: one.plateLocation, dnaBarcode: one.dnaBarcode },
        by: await lastEditorOf(tx, context, starting.row.id, one.id),
      },
      withheld: null,
    });
  }
  return differing;
}

// The same kind of control in the same well, placed on two devices, is one control.
const isTwin = (one: BatchControl, well: StartedWell): boolean =>
  one.id !== well.controlId &&
  one.plateLocation === well.wellLocation &&
  one.controlType === well.controlType;

async function putStarted(
  tx: Transaction,
  { row }: StartingBatch,
  well: StartedWell,
  known: BatchControl | undefined,
): Promise<{ id: string; name: string } | null> {
  const { controlId, controlType, wellLocation: plateLocation, dnaBarcode, inventoryItemId } = well;
  if (controlId === null) return null;
  if (known) {
    if (known.batchId !== row.id) return null;
    await tx.patch(batchControl, controlId, {
      plateLocation,
      deleted: false,
      ...(dnaBarcode === null ? {} : { dnaBarcode }),
    });
    return known;
  }
  if (controlType === null) return null;
  const name = well.name ?? CONTROL_TYPE_LABEL[controlType].label;
  return tx.insert(batchControl, {
    id: controlId,
    batchId: row.id,
    plateLocation,
    controlType,
    name,
    inventoryItemId,
    dnaBarcode,
  });
}
