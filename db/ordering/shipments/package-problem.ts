import { type Role, seesAllCompanies } from '#db/access/roles.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { takesMaterial } from './awaited-specimens.ts';
import { KIT_ORDER_STATUSES } from './collection-kits.ts';
import type { Shipment } from './shipment.ts';
import type { ShipmentDirection } from './shipment-status.ts';

type OrderShippingState = Pick<Order, 'status' | 'receivedAt'> & {
  specimens: readonly Pick<Specimen, 'status' | 'deleted'>[];
};
type Package = Pick<Shipment, 'direction' | 'status' | 'labelUrl'>;

/** Statuses after which a package is sent again. */
const WAITING: readonly Shipment['status'][] = ['NOT_STARTED', 'PRE_TRANSIT', 'FAILED', 'RETURNED'];

/**
 * Return the next package of a direction: the newest, or the first waiting one of several shipments of kits.
 */
export function packageOf<P extends Pick<Shipment, 'direction' | 'status'>>(
  packages: readonly P[],
  direction: ShipmentDirection,
): P | undefined {
  const all = packages.filter((one) => one.direction === direction);
  const waitingPackage =
    direction === 'KIT_OUT' ? all.find(({ status }) => WAITING.includes(status)) : undefined;
  return waitingPackage ?? all.at(-1);
}

export const SENT_BY_LAB = 'The lab sends this shipment. Contact support.';

/**
 * Return whether a role may print, buy and void the label of a package. Labels of the lab's shipments are
 * reserved for the lab.
 */
export const handlesPackage = (role: Role, { direction }: Pick<Package, 'direction'>): boolean =>
  direction === 'INBOUND' || seesAllCompanies(role);

/** Return why the kits of an order cannot be sent now; null when they can. */
function kitProblem(
  { status }: Pick<OrderShippingState, 'status'>,
  known: Package | undefined,
): string | null {
  if (!known) return 'No collection kits were asked for with this order.';
  if (!KIT_ORDER_STATUSES.includes(status))
    return `No kits are sent while the order is “${ORDER_STATUS[status].label}”.`;
  if (WAITING.includes(known.status)) return null;
  return known.status === 'RECEIVED' ? 'The kits have arrived.' : 'The kits are on their way already.';
}

/**
 * Return why no package goes to the lab now; null when one can. Damaged material is sent again after the
 * first delivery.
 */
function inboundProblem(order: OrderShippingState, known: Package | undefined): string | null {
  if (!takesMaterial(order, order.specimens))
    return `The way to the lab is not chosen while the order is “${ORDER_STATUS[order.status].label}”.`;
  const arrived = known?.status === 'RECEIVED' && order.receivedAt !== null;
  return !known || arrived || WAITING.includes(known.status)
    ? null
    : 'This shipment is already in transit. Track it by number.';
}

/** Return why no package of a direction can get a label or a tracking number now; null when it can. */
export function packageProblem(
  order: OrderShippingState,
  packages: readonly Package[],
  direction: ShipmentDirection,
  role: Role,
): string | null {
  const known = packageOf(packages, direction);
  if (known?.status === 'PRE_TRANSIT' && known.labelUrl)
    return 'This shipment already has a label. Void the label first to change the shipping method.';
  if (direction === 'INBOUND') return inboundProblem(order, known);
  if (!handlesPackage(role, { direction })) return SENT_BY_LAB;
  if (direction === 'KIT_OUT') return kitProblem(order, known);
  if (direction === 'RETURN' && order.receivedAt === null)
    return 'Nothing of this order has been received that could be sent back.';
  return known?.status === 'IN_TRANSIT' ? 'This shipment is already in transit.' : null;
}
