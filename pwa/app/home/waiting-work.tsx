import { Link } from '@tanstack/react-router';
import { BATCH_TYPES, type BatchType, type batch } from '#db/batches/batch.ts';
import { acceptsValues } from '#db/batches/batch-approval.ts';
import type { Row } from '#db/entity.ts';
import { order } from '#db/ordering/orders/order.ts';
import { KIT_ORDER_STATUSES, WAITING_KIT_STATUSES } from '#db/ordering/shipments/collection-kits.ts';
import { type Shipment, shipment } from '#db/ordering/shipments/shipment.ts';
import type { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { isOverdue } from '#db/samples/custody/due-back.ts';
import type { sample } from '#db/samples/sample.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { useQuery } from '#pwa/replica/hooks/use-query.ts';
import { childRows } from '#pwa/replica/store/document.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import type { HomeNotice } from './home-notices.tsx';

type Order = Row<typeof order>;
type Sample = Row<typeof sample>;
type Batch = Row<typeof batch>;
type AssignedSection = Row<typeof assignedSection>;

/** List orders whose shipments are on the way or at the door, oldest first. */
export const findOrdersToReceive = (orders: readonly Order[]): Order[] =>
  orders
    .filter(({ status }) => status === 'SHIPPED')
    .sort((a, b) => (a.submittedAt ?? '').localeCompare(b.submittedAt ?? ''));

const LATE_MS = 24 * 3_600_000;

/** A delivered shipment that nobody received. */
interface LateShipment {
  orderId: string;
  orderNumber: string;
  deliveredAt: string;
  carrier: string | null;
  trackingNumber: string | null;
}

/**
 * List shipments delivered more than 24 hours ago to orders without any receipt (domain 4.2), the oldest
 * first:
 * they may be at the wrong door, thawing.
 */
export const findLateShipments = (
  orders: readonly { order: Order; shipments: readonly Shipment[] }[],
  now: number,
): LateShipment[] =>
  orders
    .flatMap(({ order: of, shipments }) =>
      of.status === 'SHIPPED'
        ? shipments.flatMap(({ direction, status: shipmentStatus, lastEventAt, carrier, trackingNumber }) =>
            direction === 'INBOUND' &&
            shipmentStatus === 'RECEIVED' &&
            lastEventAt !== null &&
            now - Date.parse(lastEventAt) > LATE_MS
              ? [
                  {
                    orderId: of.id,
                    orderNumber: orderTitle(of),
                    deliveredAt: lastEventAt,
                    carrier,
                    trackingNumber,
                  },
                ]
              : [],
          )
        : [],
    )
    .sort((a, b) => a.deliveredAt.localeCompare(b.deliveredAt));

/** Count the samples that wait for each kind of batch. */
export function queueCounts(samples: readonly Sample[]): { type: BatchType; count: number }[] {
  const waiting = samples.filter(({ status }) => status === 'IN_QUEUE');
  return BATCH_TYPES.map((type) => ({ type, count: waiting.filter(({ stage }) => stage === type).length }));
}

/**
 * List samples that this user has checked out, longest first; overdue once their due time has passed (domain
 * 5.4).
 */
export function findCheckedOutSamples(
  samples: readonly Sample[],
  userId: string,
  now: number,
): { sample: Sample; overdue: boolean }[] {
  return samples
    .filter(({ custodianUserId }) => custodianUserId === userId)
    .sort((a, b) => (a.checkedOutAt ?? '').localeCompare(b.checkedOutAt ?? ''))
    .map((each) => ({
      sample: each,
      overdue: isOverdue(each, new Date(now).toISOString()),
    }));
}

/** List sections assigned to this user in open batches. */
export function findOwnSections(
  sections: readonly AssignedSection[],
  batches: readonly Batch[],
  userId: string,
): AssignedSection[] {
  const open = new Set(batches.filter(acceptsValues).map(({ id }) => id));
  return sections.filter(
    ({ assignedUserId, completionEventId, batchId }) =>
      assignedUserId === userId && completionEventId === null && open.has(batchId),
  );
}

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
          ? '1 delivered shipment not received for 24 hours'
          : `${shipments.length} delivered shipments not received for 24 hours`
      }
    >
      <ul>
        {shipments
          .slice(0, PREVIEW_ROWS)
          .map(({ orderId, orderNumber, deliveredAt, carrier, trackingNumber }) => (
            <li key={`${orderId} ${trackingNumber}`}>
              <Link
                to="/lab/specimens/accession"
                search={{ order: orderId }}
                className="flex min-h-11 flex-col justify-center py-1.5 underline sm:flex-row sm:justify-start sm:gap-2"
              >
                <span className="font-medium">{orderNumber}</span>
                <span>
                  {[carrier, trackingNumber].filter(Boolean).join(' ')}, delivered{' '}
                  {formatDate(deliveredAt, 'shortAtTime')}
                </span>
              </Link>
            </li>
          ))}
      </ul>
      {more > 0 && <p>{`And ${more} more below.`}</p>}
      <p>{shipments.length === 1 ? 'Find it and receive it.' : 'Find them and receive them.'}</p>
    </Notice>
  );
}

/** Notify shipping staff of orders that wait for their collection kits. */
export function useKitsNotice(isShown: boolean): HomeNotice {
  const orders = useQuery('orders', {
    kind: order.name,
    filter: { status: isShown ? [...KIT_ORDER_STATUSES] : [] },
  });
  if (!orders) return undefined;
  const waiting = orders.filter(({ body }) =>
    childRows(shipment, body, 'shipments').some(
      ({ direction, status }) => direction === 'KIT_OUT' && WAITING_KIT_STATUSES.includes(status),
    ),
  ).length;
  if (waiting === 0) return null;
  return (
    <Notice
      tone="info"
      title={
        waiting === 1
          ? '1 order is waiting for collection kits'
          : `${waiting} orders are waiting for collection kits`
      }
      action={
        <Link
          to="/lab/orders"
          search={{ kits: 'TO_SEND' }}
          className="inline-flex min-h-control items-center font-medium underline underline-offset-2"
        >
          View orders
        </Link>
      }
    />
  );
}
