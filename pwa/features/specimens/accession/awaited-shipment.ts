import { boxesOf, isAwaitedAgain, SHIPPABLE_ORDER_STATUSES } from '#db/ordering/awaited-specimens.ts';
import type { Order } from '#db/ordering/order.ts';
import type { OrderStatus } from '#db/ordering/order-status.ts';
import type { Shipment } from '#db/ordering/shipment.ts';
import { SHIPMENT_STATUS, type ShipmentStatus } from '#db/ordering/shipment-status.ts';
import type { Discrepancy } from '#db/specimens/discrepancy.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** An order whose parcel is on its way to the lab or lies at its door. */
export interface AwaitedShipment {
  orderId: string;
  orderNumber: string;
  /** Material of the order was received before: what comes now replaces some of it. */
  replacement: boolean;
  customer: string;
  status: ShipmentStatus;
  /** When the carrier left it here; null while it is on its way. */
  deliveredAt: string | null;
  /** The day on which the carrier means to bring it. */
  expected: string | null;
  carrier: string | null;
  trackingNumber: string | null;
  specimens: number;
  packages: number;
}

/** What a parcel is called: by the order that it brings, or for which it brings a replacement. */
export const shipmentName = ({ orderNumber, replacement }: AwaitedShipment): string =>
  replacement ? `Replacement for ${orderNumber}` : orderNumber;

/** Where a parcel is, as the person at the door sees it: what the carrier calls received is delivered, and still to be received. */
export const SHIPMENT_DISPLAY: Record<ShipmentStatus, StatusDisplay> = {
  ...SHIPMENT_STATUS,
  RECEIVED: { ...SHIPMENT_STATUS.RECEIVED, label: 'Delivered' },
};

const inbound = (shipments: readonly Shipment[]): Shipment[] =>
  shipments.filter(({ direction }) => direction === 'INBOUND');

/** Of several parcels the one that is nearest: it is what can be received. */
function nearest(shipments: readonly Shipment[]): Shipment | undefined {
  const rank = ({ status }: Shipment): number =>
    status === 'RECEIVED' ? 3 : status === 'IN_TRANSIT' ? 2 : status === 'PRE_TRANSIT' ? 1 : 0;
  return inbound(shipments).sort(
    (a, b) => rank(b) - rank(a) || (a.lastEventAt ?? '').localeCompare(b.lastEventAt ?? ''),
  )[0];
}

/** The parcels of an order that was received before which were sent after that, as far as their carriers told. */
export const replacementShipments = (
  { receivedAt }: Pick<Order, 'receivedAt'>,
  shipments: readonly Shipment[],
): Shipment[] =>
  inbound(shipments).filter(
    ({ status, createdAt, lastEventAt }) =>
      receivedAt !== null &&
      (status === 'IN_TRANSIT' || status === 'RECEIVED') &&
      (lastEventAt ?? createdAt) > receivedAt,
  );

/** An order with its packages, and those of its specimens that may be in a replacement parcel. */
export interface OrderShipments {
  order: Order;
  shipments: readonly Shipment[];
  specimens?: readonly { row: Specimen; discrepancies: readonly Discrepancy[] }[];
}

function toAwaitedShipment(orderShipments: OrderShipments, customer: string): AwaitedShipment | null {
  const { order, shipments } = orderShipments;
  const replacement = order.status !== 'SHIPPED';
  const nearestShipment = nearest(replacement ? replacementShipments(order, shipments) : shipments);
  const awaitedSpecimens = (orderShipments.specimens ?? []).filter(({ row, discrepancies }) =>
    isAwaitedAgain(row, discrepancies),
  );
  if (replacement && (!nearestShipment || awaitedSpecimens.length === 0)) return null;
  const status = nearestShipment?.status ?? order.shipmentStatus;
  return {
    orderId: order.id,
    orderNumber: order.orderNumber,
    replacement,
    customer,
    status,
    deliveredAt: status === 'RECEIVED' ? (nearestShipment?.lastEventAt ?? null) : null,
    expected: status === 'RECEIVED' ? null : (nearestShipment?.estimatedDelivery ?? null),
    carrier: nearestShipment?.carrier ?? order.carrier,
    trackingNumber: nearestShipment?.trackingNumber ?? order.trackingNumber,
    specimens: replacement ? awaitedSpecimens.length : order.projectedSpecimenCount,
    packages: boxesOf(order, 'INBOUND'),
  };
}

/** What was delivered first comes first: it may be thawing. Then what is expected soonest. */
function soonest(a: AwaitedShipment, b: AwaitedShipment): number {
  const byArrival = Number(b.status === 'RECEIVED') - Number(a.status === 'RECEIVED');
  const when = (one: AwaitedShipment): string => one.deliveredAt ?? one.expected ?? '9999';
  return byArrival || when(a).localeCompare(when(b)) || a.orderNumber.localeCompare(b.orderNumber);
}

/** Orders of which a parcel may be on its way: shipped for the first time, or received and sent something again. */
export const AWAITED_ORDER_STATUSES = [
  'SHIPPED',
  ...SHIPPABLE_ORDER_STATUSES,
  'ON_HOLD',
] as const satisfies readonly OrderStatus[];

/** The parcels that are on their way or at the door and of which nothing is received, what is at the door first. */
export const findAwaitedShipments = (
  orders: readonly OrderShipments[],
  customers: ReadonlyMap<string, string>,
): AwaitedShipment[] =>
  orders
    .filter(({ order }) => AWAITED_ORDER_STATUSES.some((status) => status === order.status))
    .flatMap(
      (orderShipments) =>
        toAwaitedShipment(orderShipments, customers.get(orderShipments.order.companyId) ?? '') ?? [],
    )
    .sort(soonest);

/** Which parcels a person wants to see. */
export type ShipmentFilter = '' | 'DELIVERED' | 'ON_THE_WAY';

/** The parcels that match what was typed and chosen. */
export function filterShipments(
  shipments: readonly AwaitedShipment[],
  typed: string,
  filter: ShipmentFilter,
): AwaitedShipment[] {
  const terms = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return shipments.filter((one) => {
    const { customer, carrier, trackingNumber, status } = one;
    const text = [shipmentName(one), customer, carrier, trackingNumber].join(' ').toLowerCase();
    const matchesFilter = filter === '' || (filter === 'DELIVERED') === (status === 'RECEIVED');
    return matchesFilter && terms.every((term) => text.includes(term));
  });
}
