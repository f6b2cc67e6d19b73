import { SHIPMENT_TEMPERATURE } from '#db/ordering/orders/order-terms.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { SHIPMENT_STATUS, type ShipmentDirection } from '#db/ordering/shipments/shipment-status.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Section } from '#pwa/ui/page.tsx';

const DIRECTION: Record<ShipmentDirection, string> = {
  INBOUND: 'To the lab',
  KIT_OUT: 'Collection kits from the lab',
  RETURN: 'Back to the customer',
};

type Shipment = ShownOrder['shipments'][number];

const lineOf = (
  { direction, carrier, serviceLevel, packageCount, temperature, estimatedDelivery, lastEventAt }: Shipment,
  kits: number | null,
) =>
  [
    direction === 'KIT_OUT' && kits !== null && (kits === 1 ? '1 kit' : `${kits} kits`),
    [carrier, serviceLevel].filter(Boolean).join(' '),
    packageCount !== null && (packageCount === 1 ? '1 package' : `${packageCount} packages`),
    temperature && SHIPMENT_TEMPERATURE[temperature].toLowerCase(),
    estimatedDelivery && `expected ${formatDate(estimatedDelivery)}`,
    lastEventAt && `last seen ${formatDate(lastEventAt, 'shortAtTime')}`,
  ]
    .filter(Boolean)
    .join(', ');

/**
 * Status of a shipment: the carrier delivers it to the lab; it is received only when the lab has checked it.
 */
function shipmentDisplay(
  { status, carrierStatus, direction }: Shipment,
  specimens: ShownOrder['specimens'],
): StatusDisplay {
  // Nobody at the lab receives what the lab sends.
  const unopened =
    direction !== 'INBOUND' || specimens.some(({ status: of }) => of === 'SHIPPED' || of === 'DELIVERED');
  return status === 'RECEIVED' && carrierStatus === 'delivered' && unopened
    ? { ...SHIPMENT_STATUS.RECEIVED, label: 'Delivered' }
    : SHIPMENT_STATUS[status];
}

/** The carrier's page, only over https: the address may be typed by a user or come from outside. */
const trackingLink = (url: string | null): string | null => (url?.startsWith('https://') ? url : null);

/** Why there is no shipment. */
function emptyText({ status, source, receivedAt }: ShownOrder): string {
  if (source && (status === 'DRAFT' || receivedAt !== null))
    return 'Nothing is sent: the lab has the material.';
  return status === 'DRAFT' ? 'Ships after the order is submitted.' : 'No shipment yet.';
}

/** Shipments of the order and their status. */
export function OrderShipments({ order }: { order: ShownOrder }) {
  const link = trackingLink(order.trackingUrl);
  return (
    <Section title="Shipments">
      {order.shipments.length === 0 && <p className="text-ink-soft">{emptyText(order)}</p>}
      <ul className="-my-2 divide-y divide-line">
        {order.shipments.map((shipment) => (
          <li key={shipment.id} className="flex flex-col gap-1 py-2">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{DIRECTION[shipment.direction]}</span>
              <StatusBadge display={shipmentDisplay(shipment, order.specimens)} />
            </span>
            {shipment.trackingNumber && (
              <span className="wrap-anywhere">
                {'Tracking number '}
                {link && shipment.trackingNumber === order.trackingNumber ? (
                  <a href={link} target="_blank" rel="noreferrer" className="code text-accent-ink underline">
                    {shipment.trackingNumber}
                  </a>
                ) : (
                  <span className="code">{shipment.trackingNumber}</span>
                )}
              </span>
            )}
            <span className="text-ink-soft text-sm">
              {lineOf(shipment, shipment.kitCount ?? order.kitCount)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
