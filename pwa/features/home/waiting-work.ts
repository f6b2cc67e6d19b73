import type { batch } from '#db/batches/batch.ts';
import { BATCH_TYPES, type BatchType } from '#db/batches/batch-type.ts';
import type { Row } from '#db/entity.ts';
import type { order } from '#db/ordering/order.ts';
import type { Shipment } from '#db/ordering/shipment.ts';
import type { assignedSection } from '#db/protocols/assigned-section.ts';
import { isOverdue } from '#db/samples/due-back.ts';
import type { sample } from '#db/samples/sample.ts';

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
export interface LateShipment {
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
    .flatMap(({ order: { id, orderNumber, status }, shipments }) =>
      status === 'SHIPPED'
        ? shipments.flatMap(({ direction, status: shipmentStatus, lastEventAt, carrier, trackingNumber }) =>
            direction === 'INBOUND' &&
            shipmentStatus === 'RECEIVED' &&
            lastEventAt !== null &&
            now - Date.parse(lastEventAt) > LATE_MS
              ? [{ orderId: id, orderNumber, deliveredAt: lastEventAt, carrier, trackingNumber }]
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
  const open = new Set(
    batches.filter(({ status }) => status === 'NOT_STARTED' || status === 'IN_PROGRESS').map(({ id }) => id),
  );
  return sections.filter(
    ({ assignedUserId, completionEventId, batchId }) =>
      assignedUserId === userId && completionEventId === null && open.has(batchId),
  );
}
