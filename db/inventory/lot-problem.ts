import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import type { OperationContext } from '#db/operation.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { InventoryItem } from './inventory-item.ts';
import type { InventoryType } from './inventory-type.ts';
import { addInterval } from './time-interval.ts';

/**
 * Return the last day on which an item may be used: the earlier of its printed date and the lab day of its
 * opening plus the shelf life; null = no limit.
 */
export function effectiveExpiration(
  item: Pick<InventoryItem, 'expirationDate' | 'openedAt'>,
  type: Pick<InventoryType, 'shelfLifeAfterOpening' | 'shelfLifeInterval'>,
  timeZone: string,
): string | null {
  const { expirationDate, openedAt } = item;
  const { shelfLifeAfterOpening, shelfLifeInterval } = type;
  if (openedAt === null || shelfLifeAfterOpening === null || shelfLifeInterval === null)
    return expirationDate;
  const expirationAfterOpening = addInterval(
    labDayOf(openedAt, timeZone),
    shelfLifeAfterOpening,
    shelfLifeInterval,
  );
  return expirationDate !== null && expirationDate < expirationAfterOpening
    ? expirationDate
    : expirationAfterOpening;
}

/** Why material or equipment may not be used: a code for programs and the text for people. */
export interface InventoryProblem {
  code: 'LOT_WRONG_TYPE' | 'LOT_NOT_RECEIVED' | 'LOT_USED_UP' | 'LOT_EXPIRED' | 'LOT_QUARANTINED' | 'LOT_QC';
  message: string;
}

/** Return the name of a lot in messages: its number, otherwise serial number or label. */
export const lotName = (item: Pick<InventoryItem, 'lotNumber' | 'serialNumber' | 'barcode' | 'id'>): string =>
  item.lotNumber ?? item.serialNumber ?? item.barcode ?? item.id;

/**
 * Return why a lot may not be used for a LOT_NUMBER field bound to `boundTypeId` on a lab day, or null
 * (domain 5.7). `type` is the row of the bound type.
 */
export function lotProblem(
  item: InventoryItem,
  type: Pick<InventoryType, 'name' | 'requiresQc' | 'shelfLifeAfterOpening' | 'shelfLifeInterval'>,
  boundTypeId: string,
  { labDay, labTimezone }: Pick<OperationContext, 'labDay' | 'labTimezone'>,
): InventoryProblem | null {
  const lot = lotName(item);
  if (item.inventoryTypeId !== boundTypeId)
    return { code: 'LOT_WRONG_TYPE', message: `${lot} is not a ${type.name}.` };
  if (item.status === 'ORDERED')
    return { code: 'LOT_NOT_RECEIVED', message: `Lot ${lot} has not been received.` };
  if (item.status === 'USED') return { code: 'LOT_USED_UP', message: `Lot ${lot} is used up.` };
  const expires = effectiveExpiration(item, type, labTimezone);
  if (expires !== null && expires < labDay)
    return { code: 'LOT_EXPIRED', message: `Lot ${lot} expired on ${expires}.` };
  if (item.quarantined) return { code: 'LOT_QUARANTINED', message: `Lot ${lot} is quarantined.` };
  if (type.requiresQc && item.qcPassed !== true)
    return { code: 'LOT_QC', message: `Lot ${lot} has not passed QC.` };
  return null;
}

/**
 * Return whether a lot must be counted: its stock is negative, and it is not marked as used (domain 5.11,
 * case 25).
 */
export const mustBeCounted = ({
  remaining,
  quantity,
  disposalReason,
}: Pick<InventoryItem, 'remaining' | 'quantity' | 'disposalReason'>): boolean =>
  disposalReason === null && Number(remaining ?? quantity ?? '0') < 0;

const DAY_MS = 86_400_000;

/** Return whether an item is used up, for less than a day at a moment. */
export const isFreshlyUsed = (item: Pick<InventoryItem, 'status' | 'usedAt'>, at: string): boolean =>
  item.status === 'USED' && item.usedAt !== null && Date.parse(at) - Date.parse(item.usedAt) <= DAY_MS;

/** Return whether a person may undo that at a moment. */
export const mayReopen = (role: Role, item: Pick<InventoryItem, 'status' | 'usedAt'>, at: string): boolean =>
  hasCapability(role, 'reopenInventoryItems') && isFreshlyUsed(item, at);
