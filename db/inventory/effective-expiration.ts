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
