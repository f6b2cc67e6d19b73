import type { OperationContext } from '#db/operation.ts';
import { service } from '#db/ordering/services/service.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';

/** Return the calendar day some days before or after a day `YYYY-MM-DD`. */
export function adjacentDay(day: string, step: 1 | -1): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + step);
  return at.toISOString().slice(0, 10);
}

/** A first and a last day; a period without a last day has no end. */
export interface Period {
  effectiveFrom: string;
  effectiveTo: string | null;
}

/** Return whether two periods have a day in common. */
export const overlap = (one: Period, other: Period): boolean =>
  (one.effectiveTo === null || other.effectiveFrom <= one.effectiveTo) &&
  (other.effectiveTo === null || one.effectiveFrom <= other.effectiveTo);

/** Write a price change into the history of the service that is sold at the price. */
export async function recordPriceChange(
  tx: Transaction,
  context: OperationContext,
  protocolId: string,
  data: NonNullable<Parameters<typeof recordEvent>[2]['data']>,
): Promise<void> {
  const [sold] = await tx.find(service, { protocolId });
  if (sold)
    await recordEvent(tx, context, {
      type: 'SERVICE_UPDATED',
      targetType: 'Service',
      targetId: sold.id,
      data,
    });
}
