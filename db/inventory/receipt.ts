import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { isVisible } from '#db/access/lab.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { bool, date, decimal, requiredText } from '#db/values/field-types.ts';
import type { InventoryItem } from './inventory-item.ts';
import type { InventoryType } from './inventory-type.ts';

/** A quantity in the type's unit. */
export const ItemQuantity = decimal.refine((value) => Number(value) > 0, 'Enter more than 0.');

/** The data that are read off a lot at its receipt (domain 4.6). */
export const Receipt = z.strictObject({
  lotNumber: requiredText,
  /** Null when none is printed. */
  expirationDate: date.nullable(),
  /** Null when it equals the ordered amount, or the package size of the type. */
  quantity: ItemQuantity.nullable(),
  /** Null when the type requires no QC. */
  qcPassed: bool.nullable(),
});
export type Receipt = z.infer<typeof Receipt>;

type ReceiptType = Pick<InventoryType, 'requiresQc' | 'unitsPerItem'>;

/** Refuse to receive an item that requires QC and has not passed it (domain 4.6). */
export function requireQc(receipt: Receipt, type: Pick<InventoryType, 'requiresQc'>): void {
  if (!type.requiresQc || receipt.qcPassed === true) return;
  throw refuse('LOT_QC', `Lot ${receipt.lotNumber} has not passed QC. Receive it when it has.`);
}

/**
 * Return the fields of an item after a receipt; earlier draws and counts are kept. The receipt time is the
 * earliest handling of the item.
 */
export function receivedFields(
  context: OperationContext,
  item: Pick<InventoryItem, 'quantity' | 'remaining' | 'receivedAt' | 'receivedById' | 'countedAt'>,
  receipt: Receipt,
  type: ReceiptType,
): Partial<InventoryItem> {
  const quantity = receipt.quantity ?? item.quantity ?? type.unitsPerItem;
  const drawnQuantity = new Decimal(item.quantity ?? '0').minus(item.remaining ?? item.quantity ?? '0');
  const earlier = item.receivedAt === null || context.occurredAt < item.receivedAt;
  return {
    lotNumber: receipt.lotNumber,
    expirationDate: receipt.expirationDate,
    quantity,
    remaining:
      item.countedAt === null ? new Decimal(quantity).minus(drawnQuantity).toFixed() : item.remaining,
    qcPassed: receipt.qcPassed,
    ...(earlier ? { receivedAt: context.occurredAt, receivedById: context.actor.userId } : {}),
  };
}

/**
 * Return the row of an operation; throw NOT_FOUND when it is missing, removed or of the other business
 * entity.
 */
export function ownRow<R extends { deleted: boolean; entity: BusinessEntity }>(
  context: OperationContext,
  row: R | undefined,
): R {
  if (!row || row.deleted || !isVisible(context.actor, row))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return row;
}
