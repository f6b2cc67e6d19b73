import type { Role } from '#db/access/roles.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { KITS_ARE_SENT } from './collection-kits.ts';
import type { Order } from './order.ts';
import { ORDER_STATUS } from './order-status.ts';
import type { Shipment } from './shipment.ts';
import type { ShipmentDirection } from './shipment-direction.ts';

type Standing = Pick<Order, 'status' | 'receivedAt'>;
type Package = Pick<Shipment, 'direction' | 'status' | 'labelUrl'>;

/** Statuses from which a package is sent anew. */
const WAITING: readonly Shipment['status'][] = ['NOT_STARTED', 'PRE_TRANSIT', 'FAILED', 'RETURNED'];

/** The newest package of a direction. */
export const packageOf = <P extends Pick<Shipment, 'direction'>>(
  packages: readonly P[],
  direction: ShipmentDirection,
): P | undefined => packages.filter((one) => one.direction === direction).at(-1);

export const SENT_BY_LAB = 'The lab sends this package. Ask support.';

/** May this role print, buy and void the label of a package? What the lab sends is the lab's. */
export const handlesPackage = (role: Role, { direction }: Pick<Package, 'direction'>): boolean =>
  direction === 'INBOUND' || seesAllCompanies(role);

/** Why the kits of an order cannot be sent now; null when they can. */
function kitProblem({ status }: Standing, known: Package | undefined): string | null {
  if (!known) return 'No collection kits were asked for with this order.';
  if (!KITS_ARE_SENT.includes(status))
    return `No kits are sent while the order is “${ORDER_STATUS[status].label}”.`;
  if (WAITING.includes(known.status)) return null;
  return known.status === 'RECEIVED' ? 'The kits have arrived.' : 'The kits are on their way already.';
}

/** Why no package of this direction can be given a label or a tracking number now; null when it can. */
export function packageProblem(
  order: Standing,
  packages: readonly Package[],
  direction: ShipmentDirection,
  role: Role,
): string | null {
  const known = packageOf(packages, direction);
  if (known?.status === 'PRE_TRANSIT' && known.labelUrl)
    return 'This package has a label already. Void it first to send it in another way.';
  if (direction === 'INBOUND') {
    if (order.status !== 'ORDERED')
      return `The way to the lab is not chosen while the order is “${ORDER_STATUS[order.status].label}”.`;
    return known && !WAITING.includes(known.status)
      ? 'The package is on its way already. Follow it by its tracking number.'
      : null;
  }
  if (!handlesPackage(role, { direction })) return SENT_BY_LAB;
  if (direction === 'KIT_OUT') return kitProblem(order, known);
  if (direction === 'RETURN' && order.receivedAt === null)
    return 'Nothing of this order has been received that could be sent back.';
  return known?.status === 'IN_TRANSIT' ? 'The package is on its way already.' : null;
}
