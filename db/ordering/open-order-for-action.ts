import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Order } from './order.ts';
import { openOrder } from './order-access-scope.ts';
import { mayRunOrderAction, ORDER_ACTIONS, type OrderActionName } from './order-actions.ts';
import { ORDER_STATUS } from './order-status.ts';

/**
 * Return the order for one of `ORDER_ACTS`; refuse when the actor may not do it or the order's status does
 * not allow it.
 */
export async function openOrderForAction(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  names: readonly OrderActionName[],
): Promise<{ row: Order; owner: Company; name: OrderActionName }> {
  const openedOrder = await openOrder(tx, context, orderId);
  const permittedNames = names.filter((name) => mayRunOrderAction(context.actor.role, name));
  if (permittedNames.length === 0) throw refuse('FORBIDDEN', MESSAGES.forbidden);
  const name = permittedNames.find((one) =>
    ORDER_ACTIONS[one].from.some((from) => from === openedOrder.row.status),
  );
  if (name) return { ...openedOrder, name };
  const titles = [...new Set(permittedNames.map((one) => ORDER_ACTIONS[one].title))].join(', ');
  throw refuse(
    'TRANSITION_NOT_ALLOWED',
    `“${titles}” is not possible while the order is “${ORDER_STATUS[openedOrder.row.status].label}”.`,
  );
}
