import { formatDate } from '#pwa/format/dates.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import type { LateParcel } from './waiting-work.ts';

const LISTED = 5;

/** Tells the lab manager of parcels that were delivered and that nobody received for a day; nothing when there is none. */
export function LateParcels({ parcels }: { parcels: readonly LateParcel[] }) {
  if (parcels.length === 0) return null;
  const more = parcels.length - LISTED;
  return (
    <Notice
      tone="warning"
      title={
        parcels.length === 1
          ? 'A parcel was delivered more than 24 hours ago and is not received'
          : `${parcels.length} parcels were delivered more than 24 hours ago and are not received`
      }
    >
      <ul>
        {parcels.slice(0, LISTED).map(({ orderId, orderNumber, deliveredAt, carrier, trackingNumber }) => (
          <li key={`${orderId} ${trackingNumber}`}>
            <a
              href={`/lab/specimens/accession?order=${orderId}`}
              className="inline-flex min-h-11 flex-wrap items-center gap-x-2 underline"
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
      <p>Find out where it lies and receive it.</p>
    </Notice>
  );
}
