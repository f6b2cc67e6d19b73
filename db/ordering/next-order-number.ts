import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { orderNumber } from './order-number.ts';
import { orderSequence } from './order-sequence.ts';

/** Take the next order number of the actor's business entity. */
export async function nextOrderNumber(tx: Transaction, context: OperationContext): Promise<string> {
  const { entity } = context.actor;
  const [sequence] = await tx.find(orderSequence, { entity });
  const last = (sequence?.last ?? 0) + 1;
  if (sequence) await tx.patch(orderSequence, sequence.id, { last });
  else await tx.insert(orderSequence, { id: context.newId(), last });
  return orderNumber(entity, last);
}
