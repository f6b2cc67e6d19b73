import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Order } from './order.ts';
import { mayActOnOrder, ORDER_ACTS, type OrderActName } from './order-acts.ts';
import { openOrder } from './order-sight.ts';
import { ORDER_STATUS } from './order-status.ts';

/** The order of one of the acts of `ORDER_ACTS`; refused when the actor may not do it or the order does not stand for it. */
export async function openForAct(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  names: readonly OrderActName[],
): Promise<{ row: Order; owner: Company; name: OrderActName }> {
  const found = await openOrder(tx, context, orderId);
  const mine = names.filter((name) => mayActOnOrder(context.actor.role, name));
  if (mine.length === 0) throw refuse('FORBIDDEN', MESSAGES.forbidden);
  const name = mine.find((one) => ORDER_ACTS[one].from.some((from) => from === found.row.status));
  if (name) return { ...found, name };
  const titles = [...new Set(mine.map((one) => ORDER_ACTS[one].title))].join(', ');
  throw refuse(
    'TRANSITION_NOT_ALLOWED',
    `“${titles}” is not possible while the order is “${ORDER_STATUS[found.row.status].label}”.`,
  );
}
