import type { Order } from '#db/ordering/order.ts';
import type { Shipment } from '#db/ordering/shipment.ts';
import { SHIPMENT_STATUS, type ShipmentStatus } from '#db/ordering/shipment-status.ts';
import type { StatusLook } from '#db/values/tone.ts';

/** An order whose parcel is on its way to the lab or lies at its door. */
export interface AwaitedParcel {
  orderId: string;
  orderNumber: string;
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

/** Where a parcel is, as the person at the door sees it: what the carrier calls received is delivered, and still to be received. */
export const PARCEL_LOOK: Record<ShipmentStatus, StatusLook> = {
  ...SHIPMENT_STATUS,
  RECEIVED: { ...SHIPMENT_STATUS.RECEIVED, label: 'Delivered' },
};

/** Of several parcels the one that is nearest: it is what can be received. */
function nearest(shipments: readonly Shipment[]): Shipment | undefined {
  const rank = ({ status }: Shipment): number =>
    status === 'RECEIVED' ? 3 : status === 'IN_TRANSIT' ? 2 : status === 'PRE_TRANSIT' ? 1 : 0;
  return shipments
    .filter(({ direction }) => direction === 'INBOUND')
    .sort((a, b) => rank(b) - rank(a) || (a.lastEventAt ?? '').localeCompare(b.lastEventAt ?? ''))[0];
}

function parcelOf(order: Order, shipments: readonly Shipment[], customer: string): AwaitedParcel {
  const parcel = nearest(shipments);
  const status = parcel?.status ?? order.shipmentStatus;
  return {
    orderId: order.id,
    orderNumber: order.orderNumber,
    customer,
    status,
    deliveredAt: status === 'RECEIVED' ? (parcel?.lastEventAt ?? null) : null,
    expected: status === 'RECEIVED' ? null : (parcel?.estimatedDelivery ?? null),
    carrier: parcel?.carrier ?? order.carrier,
    trackingNumber: parcel?.trackingNumber ?? order.trackingNumber,
    specimens: order.projectedSpecimenCount,
    packages: order.packageCount,
  };
}

/** What was delivered first comes first: it may be thawing. Then what is expected soonest. */
function soonest(a: AwaitedParcel, b: AwaitedParcel): number {
  const here = Number(b.status === 'RECEIVED') - Number(a.status === 'RECEIVED');
  const when = (one: AwaitedParcel): string => one.deliveredAt ?? one.expected ?? '9999';
  return here || when(a).localeCompare(when(b)) || a.orderNumber.localeCompare(b.orderNumber);
}

/** The parcels of orders that are shipped and of which nothing is received, what is at the door first. */
export const awaitedParcels = (
  orders: readonly { order: Order; shipments: readonly Shipment[] }[],
  customers: ReadonlyMap<string, string>,
): AwaitedParcel[] =>
  orders
    .filter(({ order }) => order.status === 'SHIPPED')
    .map(({ order, shipments }) => parcelOf(order, shipments, customers.get(order.companyId) ?? ''))
    .sort(soonest);

/** Which parcels a person wants to see. */
export type ParcelsShown = '' | 'DELIVERED' | 'ON_THE_WAY';

/** The parcels that match what was typed and chosen. */
export function matchingParcels(
  parcels: readonly AwaitedParcel[],
  typed: string,
  shown: ParcelsShown,
): AwaitedParcel[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return parcels.filter(({ orderNumber, customer, carrier, trackingNumber, status }) => {
    const text = [orderNumber, customer, carrier, trackingNumber].join(' ').toLowerCase();
    const there = shown === '' || (shown === 'DELIVERED') === (status === 'RECEIVED');
    return there && words.every((word) => text.includes(word));
  });
}
