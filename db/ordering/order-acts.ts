import { ALL_ACTIONS } from '#db/access/grants.ts';
import { isOneOf, type Role } from '#db/access/roles.ts';
import { MORE_IS_SENT } from './awaited-specimens.ts';
import { KITS_ARE_SENT } from './collection-kits.ts';
import { ORDER_STATUSES, type OrderStatus } from './order-status.ts';

/** What somebody may do with an order as a whole, once it is no draft. */
interface OrderAct {
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
const SERVICE_DESK = ['CS_MANAGER', 'CS_REP', 'PROJECT_MANAGER'] as const satisfies readonly Role[];

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
/** Who may do what from which status (domain 4.1). */
export const ORDER_ACTS = {
  'confirm-registration': {
    title: 'Confirm specimens',
    from: ['ANTICIPATED'],
    roles: [...CUSTOMERS, ...SERVICE_DESK],
  },
  'mark-order-shipped': {
    title: 'Mark as shipped',
    // Of what has been received a tube may be sent again, while the lab waits for it.
    from: ['ORDERED', ...MORE_IS_SENT],
    roles: [...CUSTOMERS, ...SERVICE_DESK],
  },
  'add-kits': { title: 'Send more kits', from: KITS_ARE_SENT, roles: SERVICE_DESK },
  'hold-order': {
    title: 'Put on hold',
    from: RUNNING,
    roles: ['BILLING_MANAGER', ...SERVICE_DESK, 'LAB_MANAGER'],
  },
  'release-order': {
    title: 'Release',
    from: ['ON_HOLD'],
    roles: ['BILLING_MANAGER', ...SERVICE_DESK, 'LAB_MANAGER'],
  },
  'cancel-order': { title: 'Cancel order', from: NOT_RECEIVED, roles: [...MANAGERS, ...SERVICE_DESK] },
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
} as const satisfies Record<string, OrderAct>;
export type OrderActName = keyof typeof ORDER_ACTS;

/** May this role do this with an order at all? */
export const mayActOnOrder = (role: Role, name: OrderActName): boolean =>
  isOneOf(role, ALL_ACTIONS) || isOneOf(role, ORDER_ACTS[name].roles);

const standsRight = (name: OrderActName, status: OrderStatus): boolean =>
  ORDER_ACTS[name].from.some((from) => from === status);

/** What this role may do with an order of this status now; pages offer these and no others. */
export const orderActsFor = (role: Role, status: OrderStatus): OrderActName[] =>
  (Object.keys(ORDER_ACTS) as OrderActName[]).filter(
    (name) => standsRight(name, status) && mayActOnOrder(role, name),
  );
