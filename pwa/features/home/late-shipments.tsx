import { formatDate } from '#pwa/format/dates.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import type { LateShipment } from './waiting-work.ts';

const PREVIEW_ROWS = 5;

/**
 * Notifies the lab manager of shipments that were delivered but not received for a day; renders nothing when
 * there are none.
 */
export function LateShipments({ shipments }: { shipments: readonly LateShipment[] }) {
  if (shipments.length === 0) return null;
  const more = shipments.length - PREVIEW_ROWS;
  return (
    <Notice
      tone="warning"
      title={
        shipments.length === 1
          ? 'A parcel was delivered more than 24 hours ago and is not received'
          : `${shipments.length} parcels were delivered more than 24 hours ago and are not received`
      }
    >
      <ul>
        {shipments
          .slice(0, PREVIEW_ROWS)
          .map(({ orderId, orderNumber, deliveredAt, carrier, trackingNumber }) => (
            <li key={`${orderId} ${trackingNumber}`}>
              <a
                href={`/lab/specimens/accession?order=${orderId}`}
                className="flex min-h-11 flex-col justify-center py-1.5 underline sm:flex-row sm:justify-start sm:gap-2"
              >
                <span className="font-medium">{orderNumber}</span>
                <span>
                  {[carrier, trackingNumber].filter(Boolean).join(' ')}, delivered{' '}
                  {formatDate(deliveredAt, 'shortAtTime')}
                </span>
              </a>
            </li>
          ))}
      </ul>
      {more > 0 && <p>{`And ${more} more below.`}</p>}
      <p>{shipments.length === 1 ? 'Find it and receive it.' : 'Find them and receive them.'}</p>
    </Notice>
  );
}
