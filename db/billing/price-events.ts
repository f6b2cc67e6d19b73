import type { OperationContext } from '#db/operation.ts';
import { service } from '#db/ordering/service.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';

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
