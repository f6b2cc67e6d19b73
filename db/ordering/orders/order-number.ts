import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type BusinessEntity, ENTITY_LETTER } from '#db/values/business-entity.ts';
import { int } from '#db/values/field-types.ts';

/** Return `W-000123`: the entity's letter and at least six digits. */
const orderNumber = (entity: BusinessEntity, sequence: number): string =>
  `${ENTITY_LETTER[entity]}-${String(sequence).padStart(6, '0')}`;

/** The last order number of a business entity. */
export const orderSequence = defineEntity({
  name: 'OrderSequence',
  table: 'order_sequence',
  schema: z.object({ ...tenantFields, last: int.min(0) }),
  indexes: ['entity'],
  replica: null,
});
export type OrderSequence = Row<typeof orderSequence>;

/** Take the next order number of the actor's business entity. */
export async function nextOrderNumber(tx: Transaction, context: OperationContext): Promise<string> {
  const { entity } = context.actor;
  const [sequence] = await tx.find(orderSequence, { entity });
  const last = (sequence?.last ?? 0) + 1;
  if (sequence) await tx.patch(orderSequence, sequence.id, { last });
  else await tx.insert(orderSequence, { id: context.newId(), last });
  return orderNumber(entity, last);
}
