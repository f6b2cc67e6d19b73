import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { barcode as barcodeEntity } from '#db/samples/barcode.ts';
import type { Transaction } from '#db/transaction.ts';
import { type StorageManagement, storageManagement } from './storage-management.ts';

/** A place as a person sets it up. */
export type NewContainer = Pick<
  StorageManagement,
  | 'id'
  | 'type'
  | 'name'
  | 'barcode'
  | 'parentId'
  | 'positionInParent'
  | 'rows'
  | 'columns'
  | 'capacity'
  | 'temperature'
  | 'restrictedTo'
  | 'quarantine'
>;

/** Refuse a code that something else has. */
export async function requireFreeBarcode(tx: Transaction, value: string): Promise<void> {
  const isUsed = (await tx.find(barcodeEntity, { value })).some((label) => label.active);
  if (isUsed) throw refuse('BARCODE_USED', `Barcode ${value} is already in use.`);
}

/** Insert a new place with its label and its event; the caller has checked its parent and position. */
export async function insertContainer(
  tx: Transaction,
  context: OperationContext,
  container: NewContainer,
): Promise<StorageManagement> {
  const barcodeId = container.barcode === null ? null : context.newId();
  if (barcodeId !== null && container.barcode !== null)
    await tx.insert(barcodeEntity, {
      id: barcodeId,
      value: container.barcode,
      type: 'STORAGE',
      targetId: container.id,
      active: true,
    });
  const row = await tx.insert(storageManagement, { ...container, barcodeId, status: 'ACTIVE' });
  await recordEvent(tx, context, {
    type: 'CONTAINER_CREATED',
    targetType: 'StorageManagement',
    targetId: container.id,
    data: {
      name: container.name,
      type: container.type,
      parentId: container.parentId,
      by: context.actor.name,
    },
  });
  return row;
}
