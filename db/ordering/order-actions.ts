import { ALL_ACTIONS } from '#db/access/grants.ts';
import { isOneOf, type Role } from '#db/access/roles.ts';
import { SHIPPABLE_ORDER_STATUSES } from './awaited-specimens.ts';
import { KIT_ORDER_STATUSES } from './collection-kits.ts';
import { ORDER_STATUSES, type OrderStatus } from './order-status.ts';

/** The actions on an order as a whole, once it is no draft. */
interface OrderActionRule {
  title: string;
  from: readonly OrderStatus[];
  /** Administrators and developers may do whatever any role may. */
  roles: readonly Role[];
}

const CUSTOMERS = [
  'COMPANY_MANAGER',
  'INSTITUTION_MANAGER',
  'COMPANY_USER',
  'INSTITUTION_USER',
  'CLINICIAN',
  'CLINICAL_MANAGER',
] as const satisfies readonly Role[];
const MANAGERS = [
  'COMPANY_MANAGER',
  'INSTITUTION_MANAGER',
  'CLINICAL_MANAGER',
] as const satisfies readonly Role[];
const CUSTOMER_SERVICE_ROLES = ['CS_MANAGER', 'CS_REP', 'PROJECT_MANAGER'] as const satisfies readonly Role[];

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
    roles: [...CUSTOMERS, ...CUSTOMER_SERVICE_ROLES],
  },
  'mark-order-shipped': {
    title: 'Mark as shipped',
    // A tube of a received order may be sent again, while the lab waits for it.
    from: ['ORDERED', ...SHIPPABLE_ORDER_STATUSES],
    roles: [...CUSTOMERS, ...CUSTOMER_SERVICE_ROLES],
  },
  'add-kits': { title: 'Send more kits', from: KIT_ORDER_STATUSES, roles: CUSTOMER_SERVICE_ROLES },
  'hold-order': {
    title: 'Put on hold',
    from: RUNNING,
    roles: ['BILLING_MANAGER', ...CUSTOMER_SERVICE_ROLES, 'LAB_MANAGER'],
  },
  'release-order': {
    title: 'Release',
    from: ['ON_HOLD'],
    roles: ['BILLING_MANAGER', ...CUSTOMER_SERVICE_ROLES, 'LAB_MANAGER'],
  },
  'cancel-order': {
    title: 'Cancel order',
    from: NOT_RECEIVED,
    roles: [...MANAGERS, ...CUSTOMER_SERVICE_ROLES],
  },
  'close-order': {
    title: 'Close order',
    from: ['PENDING_COMPLETION'],
    roles: ['PROJECT_MANAGER', 'LAB_MANAGER'],
  },
  'override-cancel-order': {
    title: 'Cancel after receipt',
    from: ['RECEIVED', 'QUARANTINED', 'PROCESSING', 'ON_HOLD', 'PENDING_COMPLETION'],
    roles: ['PROJECT_MANAGER'],
  },
  'delete-order': {
    title: 'Delete draft',
    from: ['DRAFT'],
    roles: ['PROJECT_MANAGER', 'CS_MANAGER', 'CS_REP'],
  },
  'override-order': {
    title: 'Override status',
    from: ORDER_STATUSES.filter((status) => status !== 'CANCELED' && status !== 'DRAFT'),
    roles: ['PROJECT_MANAGER'],
  },
} as const satisfies Record<string, OrderActionRule>;
export type OrderActionName = keyof typeof ORDER_ACTIONS;

/** Return whether a role may take an action on an order at all. */
export const mayRunOrderAction = (role: Role, name: OrderActionName): boolean =>
  isOneOf(role, ALL_ACTIONS) || isOneOf(role, ORDER_ACTIONS[name].roles);

const isAllowedInStatus = (name: OrderActionName, status: OrderStatus): boolean =>
  ORDER_ACTIONS[name].from.some((from) => from === status);

/** Return the actions of a role on an order in a status; pages offer only these. */
export const orderActionsFor = (role: Role, status: OrderStatus): OrderActionName[] =>
  (Object.keys(ORDER_ACTIONS) as OrderActionName[]).filter(
    (name) => isAllowedInStatus(name, status) && mayRunOrderAction(role, name),
  );
