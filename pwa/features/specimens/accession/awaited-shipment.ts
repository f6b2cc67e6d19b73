import type { Order } from '#db/ordering/orders/order.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import {
  boxesOf,
  isAwaitedAgain,
  SHIPPABLE_ORDER_STATUSES,
} from '#db/ordering/shipments/awaited-specimens.ts';
import type { Shipment } from '#db/ordering/shipments/shipment.ts';
import { SHIPMENT_STATUS, type ShipmentStatus } from '#db/ordering/shipments/shipment-status.ts';
import type { Discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { orderTitle } from '#pwa/format/names.ts';

/** An order whose shipment is on its way to the lab or waits at its door. */
export interface AwaitedShipment {
  orderId: string;
  orderNumber: string;
  entity: BusinessEntity;
  /** True when material of the order was received before, so that this shipment replaces some of it. */
  replacement: boolean;
  customer: string;
  status: ShipmentStatus;
  /** Time of delivery by the carrier; null while the shipment is on its way. */
  deliveredAt: string | null;
  /** The expected day of delivery, from the carrier. */
  expected: string | null;
  carrier: string | null;
  trackingNumber: string | null;
  specimens: number;
  packages: number;
}

/** Title of a shipment: its order, or the order for which it brings a replacement. */
export const shipmentName = ({ orderNumber, replacement }: AwaitedShipment): string =>
  replacement ? `Replacement for ${orderNumber}` : orderNumber;

/**
 * Status of a shipment from the lab's view: "received" from the carrier means delivered and not yet received
 * here.
 */
export const SHIPMENT_DISPLAY: Record<ShipmentStatus, StatusDisplay> = {
  ...SHIPMENT_STATUS,
  RECEIVED: { ...SHIPMENT_STATUS.RECEIVED, label: 'Delivered' },
};

const inbound = (shipments: readonly Shipment[]): Shipment[] =>
  shipments.filter(({ direction }) => direction === 'INBOUND');

/** Pick the nearest of several shipments: it is the one that can be received. */
function nearest(shipments: readonly Shipment[]): Shipment | undefined {
  const rank = ({ status }: Shipment): number =>
    status === 'RECEIVED' ? 3 : status === 'IN_TRANSIT' ? 2 : status === 'PRE_TRANSIT' ? 1 : 0;
  return inbound(shipments).sort(
    (a, b) => rank(b) - rank(a) || (a.lastEventAt ?? '').localeCompare(b.lastEventAt ?? ''),
  )[0];
}

/**
 * List the shipments of a received order that were sent after its receipt, as far as carriers reported them.
 */
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

/** An order with its packages and the specimens that a replacement shipment may contain. */
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
    orderNumber: orderTitle(order),
    entity: order.entity,
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

/**
 * Delivered shipments come first, oldest delivery first, because they may thaw; then the earliest expected.
 */
function soonest(a: AwaitedShipment, b: AwaitedShipment): number {
  const byArrival = Number(b.status === 'RECEIVED') - Number(a.status === 'RECEIVED');
  const when = (one: AwaitedShipment): string => one.deliveredAt ?? one.expected ?? '9999';
  return byArrival || when(a).localeCompare(when(b)) || a.orderNumber.localeCompare(b.orderNumber);
}

/**
 * Orders that may have a shipment on its way: shipped for the first time, or sent something again after
 * receipt.
 */
export const AWAITED_ORDER_STATUSES = [
  'SHIPPED',
  ...SHIPPABLE_ORDER_STATUSES,
  'ON_HOLD',
] as const satisfies readonly OrderStatus[];

/** List the shipments that are on their way or delivered but not received, delivered ones first. */
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

/** The search text and filters for the list of shipments. */
export type ShipmentFilter = '' | 'DELIVERED' | 'ON_THE_WAY';

/** Filter the shipments by search text and filters. */
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
