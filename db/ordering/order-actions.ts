import { type Capability, hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { SHIPPABLE_ORDER_STATUSES } from './awaited-specimens.ts';
import { KIT_ORDER_STATUSES } from './collection-kits.ts';
import { ORDER_STATUSES, type OrderStatus } from './order-status.ts';

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
