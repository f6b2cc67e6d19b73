import type { Row } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { event } from './event.ts';
import type { EventType } from './event-type.ts';

type JsonData = Row<typeof event>['data'];

/** Write one event of an operation; `data` holds from, to, reason and other explanations. */
export async function recordEvent(
  tx: Transaction,
  context: OperationContext,
  entry: {
    type: EventType;
    targetType: string;
    targetId: string;
    data?: JsonData;
    customerVisible?: boolean;
  },
): Promise<string> {
  const id = context.newId();
  await tx.insert(event, {
    id,
    type: entry.type,
    targetType: entry.targetType,
    targetId: entry.targetId,
    userId: context.actor.userId,
    companyId: context.actor.companyId,
    occurredAt: context.occurredAt,
    deviceId: context.deviceId,
    // The event stores the name of that time, because people leave and change their names but the record must
    // not.
    data: { by: context.actor.name, ...entry.data, operationId: context.operationId },
    customerVisible: entry.customerVisible ?? false,
  });
  return id;
}
