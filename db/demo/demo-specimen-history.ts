import type { Actor } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { type DemoOrder, ordererOf } from './demo-orders.ts';
import type { DemoWorld } from './demo-world.ts';

/** One event of a specimen: days ago, and actor; the lab's system writes the events of its shipment. */
interface SpecimenEventInput {
  ago: number;
  by: Actor | null;
  type: EventType;
  data: Readonly<Record<string, unknown>>;
  internal?: true;
}

/** The data for the history of a specimen. */
interface Known {
  demo: DemoWorld;
  of: DemoOrder;
  row: Specimen;
}

const NOT_SENT: readonly SpecimenStatus[] = ['DRAFT', 'PENDING_APPROVAL', 'ORDERED', 'CANCELED'];
const isDone = ({ status }: Specimen): boolean => status === 'COMPLETED' || status === 'IN_STORAGE';

/** Write the events of every specimen up to its status, or to where the demo bench began with it. */
export function putSpecimenHistories(demo: DemoWorld, orders: readonly DemoOrder[]): void {
  for (const of of orders)
    for (const row of of.specimens) {
      const known: Known = { demo, of, row };
      for (const each of [...beginning(known), ...onTheWay(known), ...inTheLab(known), ...done(known)])
        recordSpecimenEvent(demo, row.id, each);
    }
}

function recordSpecimenEvent(
  demo: DemoWorld,
  targetId: string,
  { ago, by, type, data, internal }: SpecimenEventInput,
): void {
  const at = demo.ago(ago);
  demo.putRow(
    event,
    {
      id: demo.id(),
      type,
      targetType: 'Specimen',
      targetId,
      userId: by?.userId ?? null,
      companyId: by?.companyId ?? null,
      occurredAt: at,
      data: { ...(by ? { by: by.name } : {}), ...data },
      customerVisible: internal !== true,
    },
    at,
  );
}

const step = (
  ago: number,
  by: Actor | null,
  from: SpecimenStatus,
  to: SpecimenStatus,
  more: { type?: EventType; reason?: string | null } = {},
): SpecimenEventInput => ({
  ago,
  by,
  type: more.type ?? 'SPECIMEN_STATUS_CHANGED',
  data: { from, to, reason: more.reason ?? null },
});

/** Return the events from its entry until its order was accepted, or canceled. */
function beginning({ demo, of, row }: Known): SpecimenEventInput[] {
  const { order, dates, letter } = of;
  const orderer = ordererOf(demo, letter);
  const created: SpecimenEventInput = {
    ago: dates.created,
    by: orderer,
    type: 'SPECIMEN_CREATED',
    data: { to: 'DRAFT' },
  };
  if (row.status === 'DRAFT') return [created];
  const approvalRequest = step(dates.submitted, orderer, 'DRAFT', 'PENDING_APPROVAL');
  if (row.status === 'PENDING_APPROVAL') return [created, approvalRequest];
  const ordered =
    order.orderType === 'PURCHASE_ORDER'
      ? [approvalRequest, step(dates.approved, demo.actor('BILLING_MANAGER'), 'PENDING_APPROVAL', 'ORDERED')]
      : [step(dates.submitted, orderer, 'DRAFT', 'ORDERED')];
  const canceled = { type: 'SPECIMEN_CANCELED', reason: order.cancelReason } as const;
  const end = row.status === 'CANCELED' ? [step(20, orderer, 'ORDERED', 'CANCELED', canceled)] : [];
  return [created, ...ordered, ...end];
}

/** Return the events of its shipment; the receipt writes the event of its arrival. */
function onTheWay({ of: { dates }, row }: Known): SpecimenEventInput[] {
  if (NOT_SENT.includes(row.status)) return [];
  const shippedStep = step(dates.shipped, null, 'ORDERED', 'SHIPPED');
  if (row.status === 'SHIPPED') return [shippedStep];
  return [shippedStep, step(dates.received + 0.1, null, 'SHIPPED', 'DELIVERED')];
}

/** Return the decisions about it at receiving. */
function inTheLab({ demo, of, row }: Known): SpecimenEventInput[] {
  if (NOT_SENT.includes(row.status) || row.status === 'SHIPPED') return [];
  const { order, dates } = of;
  const tech = demo.actor('LAB_TECH');
  if (row.status === 'RECEIVED_QUARANTINED')
    return [
      step(dates.received, tech, 'DELIVERED', 'RECEIVED_QUARANTINED', { type: 'SPECIMEN_QUARANTINED' }),
    ];
  const received = step(dates.received, tech, 'DELIVERED', 'RECEIVED');
  if (row.status !== 'RECEIVED_ON_HOLD') return [received];
  const hold = { reason: order.holdReason };
  return [received, step(dates.received - 0.4, demo.actor('CS_REP'), 'RECEIVED', 'RECEIVED_ON_HOLD', hold)];
}

/** Return its work, its results, and the end of its remaining material. */
function done({ demo, of: { dates }, row }: Known): SpecimenEventInput[] {
  if (!isDone(row)) return [];
  const tech = demo.actor('LAB_TECH');
  const initial = dates.received - (dates.received - dates.finished) * 0.4;
  const approved: SpecimenEventInput = {
    ago: dates.finished,
    by: demo.actor('LAB_CLINICAL_DIRECTOR'),
    type: 'SPECIMEN_DIRECTOR_APPROVED',
    data: { files: [] },
    internal: true,
  };
  const released = { type: 'RESULTS_RELEASED' } as const;
  return [
    step(initial + 0.1, tech, 'RECEIVED', 'BATCH_ASSIGNED'),
    step(initial, tech, 'BATCH_ASSIGNED', 'IN_PROGRESS'),
    ...(row.directorApproved ? [approved] : []),
    step(dates.finished, demo.actor('PROJECT_MANAGER'), 'IN_PROGRESS', 'COMPLETED', released),
    ...(row.status === 'IN_STORAGE' ? [step(dates.closed - 0.2, tech, 'COMPLETED', 'IN_STORAGE')] : []),
  ];
}
