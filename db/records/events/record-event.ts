import { servesWholeLab } from '#db/access/lab.ts';
import { invoice } from '#db/billing/invoices/invoice.ts';
import type { AnyEntity, Row } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { event } from './event.ts';
import type { EventType } from './event-type.ts';

type JsonData = Row<typeof event>['data'];

/** The records whose business entity may differ from that of the lab's staff who work on them. */
const SERVED_RECORDS: Readonly<Record<string, AnyEntity>> = {
  Invoice: invoice,
  Order: order,
  Sample: sample,
  Specimen: specimen,
};

/**
 * Return the business entity to which what is written about a record belongs: that of the record, so that its
 * customers and offices see it.
 */
export async function entityOfRecord(
  tx: Transaction,
  { actor }: Pick<OperationContext, 'actor'>,
  targetType: string | null,
  targetId: string | null,
): Promise<BusinessEntity> {
  const served = targetType === null ? undefined : SERVED_RECORDS[targetType];
  if (!served || targetId === null || !servesWholeLab(actor)) return actor.entity;
  const entity = BusinessEntity.safeParse((await tx.get<AnyEntity>(served, targetId))?.['entity']);
  return entity.success ? entity.data : actor.entity;
}

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
    entity: await entityOfRecord(tx, context, entry.targetType, entry.targetId),
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

/** Return the sort key of an operation by the clock; operations of one moment are ordered by their ids. */
export const clockOf = (occurredAt: string, operationId: unknown): string =>
  `${occurredAt} ${String(operationId)}`;

/** Return the sort key of the operation that wrote an event. */
export const clockOfEvent = ({ occurredAt, data }: Pick<Row<typeof event>, 'occurredAt' | 'data'>): string =>
  clockOf(occurredAt, data['operationId']);
