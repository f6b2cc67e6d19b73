import { type Capability, hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { SHIPPABLE_ORDER_STATUSES } from '#db/ordering/shipments/awaited-specimens.ts';
import { KIT_ORDER_STATUSES } from '#db/ordering/shipments/collection-kits.ts';
import type { Company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Order } from './order.ts';
import { openOrder } from './order-access-scope.ts';
import { ORDER_STATUS, ORDER_STATUSES, type OrderStatus } from './order-status.ts';

/**
 * The target statuses of an override: no draft, no wait for approvals that nobody would be asked for, and no
 * end, which only closing and canceling reach with all their effects.
 */
export const OVERRIDE_TO = [
  'ANTICIPATED',
  'ORDERED',
  'SHIPPED',
  'QUARANTINED',
  'RECEIVED',
  'ON_HOLD',
  'PROCESSING',
  'PENDING_COMPLETION',
] as const satisfies readonly OrderStatus[];
export type OverrideTo = (typeof OVERRIDE_TO)[number];

/** Return the statuses to which an order may be forced; a completed one can only be reopened. */
export const overridesFrom = (status: OrderStatus): readonly OverrideTo[] =>
  OVERRIDE_TO.filter((to) => to !== status && (status !== 'COMPLETED' || to === 'PROCESSING'));

/** The actions on an order as a whole, once it is no draft. */
interface OrderActionRule {
  title: string;
  from: readonly OrderStatus[];
  capability: Capability;
}

const RUNNING = [
  'ANTICIPATED',
  'ORDERED',
  'SHIPPED',
  'RECEIVED',
  'QUARANTINED',
  'PROCESSING',
] as const satisfies readonly OrderStatus[];
const NOT_RECEIVED = [
  'PENDING_APPROVAL',
  'PO_UNDER_REVIEW',
  'ANTICIPATED',
  'ORDERED',
  'SHIPPED',
] as const satisfies readonly OrderStatus[];
/** The roles and source statuses of each action (domain 4.1). */
export const ORDER_ACTIONS = {
  'confirm-registration': {
    title: 'Confirm specimens',
    from: ['ANTICIPATED'],
    capability: 'confirmRegistration',
  },
  'mark-order-shipped': {
    title: 'Mark as shipped',
    // A tube of a received order may be sent again, while the lab waits for it.
    from: ['ORDERED', ...SHIPPABLE_ORDER_STATUSES],
    capability: 'markOrdersShipped',
  },
  'add-kits': { title: 'Send more kits', from: KIT_ORDER_STATUSES, capability: 'addKits' },
  'hold-order': {
    title: 'Put on hold',
    from: RUNNING,
    capability: 'holdOrders',
  },
  'release-order': {
    title: 'Release',
    from: ['ON_HOLD'],
    capability: 'holdOrders',
  },
  'cancel-order': {
    title: 'Cancel order',
    from: NOT_RECEIVED,
    capability: 'cancelOrders',
  },
  'close-order': {
    title: 'Close order',
    from: ['PENDING_COMPLETION'],
    capability: 'closeOrders',
  },
  'override-cancel-order': {
    title: 'Cancel after receipt',
    from: ['RECEIVED', 'QUARANTINED', 'PROCESSING', 'ON_HOLD', 'PENDING_COMPLETION'],
    capability: 'cancelReceivedOrders',
  },
  'delete-order': {
    title: 'Delete draft',
    from: ['DRAFT'],
    capability: 'deleteDrafts',
  },
  'override-order': {
    title: 'Override status',
    from: ORDER_STATUSES.filter((status) => status !== 'CANCELED' && status !== 'DRAFT'),
    capability: 'overrideOrders',
  },
} as const satisfies Record<string, OrderActionRule>;
export type OrderActionName = keyof typeof ORDER_ACTIONS;

/** Return whether a role may take an action on an order at all. */
export const mayRunOrderAction = (role: Role, name: OrderActionName): boolean =>
  hasCapability(role, ORDER_ACTIONS[name].capability);

const isAllowedInStatus = (name: OrderActionName, status: OrderStatus): boolean =>
  ORDER_ACTIONS[name].from.some((from) => from === status);

/** Return the actions of a role on an order in a status; pages offer only these. */
export const orderActionsFor = (role: Role, status: OrderStatus): OrderActionName[] =>
  (Object.keys(ORDER_ACTIONS) as OrderActionName[]).filter(
    (name) => isAllowedInStatus(name, status) && mayRunOrderAction(role, name),
  );

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
