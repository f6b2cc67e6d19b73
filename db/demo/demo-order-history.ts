import type { Actor } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import type { ShipmentStatus } from '#db/ordering/shipments/shipment-status.ts';
import { event } from '#db/records/events/event.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import type { OrderDates } from './demo-order-plans.ts';
import { type DemoOrder, ordererOf } from './demo-orders.ts';
import type { DemoWorld } from './demo-world.ts';

/** One event of an order: days ago, and actor; the lab's system performs derived changes. */
interface OrderEventInput {
  ago: number;
  by: Actor | null;
  type: EventType;
  data?: Readonly<Record<string, unknown>>;
}

/** The data for the history of an order. */
interface Known {
  row: Order;
  dates: OrderDates;
  orderer: Actor;
  demo: DemoWorld;
}

/** Write the events of every order up to its status, or to where the demo bench began with it. */
export function putOrderHistories(demo: DemoWorld, orders: readonly DemoOrder[]): void {
  for (const { order: initial, dates, letter } of orders) {
    const row = demo.world.one(order, initial.id);
    if (!row) continue;
    const known: Known = { row, dates, orderer: ordererOf(demo, letter), demo };
    for (const each of [...beginning(known), ...waiting(known), ...onTheWay(known), ...further(known)])
      recordOrderEvent(demo, row.id, each);
  }
}

function recordOrderEvent(demo: DemoWorld, targetId: string, { ago, by, type, data }: OrderEventInput): void {
  const at = demo.ago(ago);
  demo.putRow(
    event,
    {
      id: demo.id(),
      type,
      targetType: 'Order',
      targetId,
      userId: by?.userId ?? null,
      companyId: by?.companyId ?? null,
      occurredAt: at,
      data: { ...(by ? { by: by.name } : {}), ...data },
      customerVisible: true,
    },
    at,
  );
}

const step = (
  ago: number,
  by: Actor | null,
  from: OrderStatus,
  to: OrderStatus,
  more: { type?: EventType; reason?: string | null } = {},
): OrderEventInput => ({
  ago,
  by,
  type: more.type ?? 'ORDER_STATUS_CHANGED',
  data: { from, to, ...(more.reason ? { reason: more.reason } : {}) },
});

const byPurchaseOrder = ({ orderType }: Order): boolean => orderType === 'PURCHASE_ORDER';

function beginning({ row, dates, orderer }: Known): OrderEventInput[] {
  const { orderNumber, total } = row;
  const created: OrderEventInput = {
    ago: dates.created,
    by: orderer,
    type: 'ORDER_CREATED',
    data: {},
  };
  if (row.status === 'DRAFT') return [created];
  const submitted: OrderEventInput = {
    ago: dates.submitted,
    by: orderer,
    type: 'ORDER_SUBMITTED',
    data: { orderNumber, total },
  };
  return [created, submitted];
}

/** Return the events from submission to acceptance. */
function waiting({ row, dates, orderer, demo }: Known): OrderEventInput[] {
  const { status } = row;
  if (status === 'DRAFT') return [];
  const billing = demo.actor('BILLING_MANAGER');
  const verified: OrderEventInput = {
    ago: dates.approved,
    by: billing,
    type: 'ORDER_PO_VERIFIED',
    data: { purchaseOrderNumber: row.purchaseOrderNumber },
  };
  const approvalRequest = step(dates.submitted, orderer, 'DRAFT', 'PO_UNDER_REVIEW');
  if (status === 'PO_UNDER_REVIEW') return [approvalRequest];
  if (!byPurchaseOrder(row)) {
    const first = status === 'PENDING_APPROVAL' || status === 'ANTICIPATED' ? status : 'ORDERED';
    return [step(dates.submitted, orderer, 'DRAFT', first)];
  }
  const [to, type] =
    status === 'PENDING_APPROVAL'
      ? (['PENDING_APPROVAL', 'ORDER_STATUS_CHANGED'] as const)
      : (['ORDERED', 'ORDER_APPROVED'] as const);
  return [approvalRequest, verified, step(dates.approved, billing, 'PO_UNDER_REVIEW', to, { type })];
}

/** Return the events of its shipment, and the resulting order status. */
function onTheWay({ row, dates, orderer, demo }: Known): OrderEventInput[] {
  const { carrier, trackingNumber, shipmentStatus } = row;
  if (trackingNumber === null) return [];
  const shipmentStep = (
    ago: number,
    by: Actor | null,
    from: ShipmentStatus,
    to: ShipmentStatus,
  ): OrderEventInput => ({
    ago,
    by,
    type: 'SHIPMENT_STATUS_CHANGED',
    data: { from, to, direction: 'INBOUND', carrier, trackingNumber },
  });
  const shippedSteps = [
    shipmentStep(dates.shipped + 0.3, orderer, 'NOT_STARTED', 'PRE_TRANSIT'),
    shipmentStep(dates.shipped, null, 'PRE_TRANSIT', 'IN_TRANSIT'),
    step(dates.shipped, null, 'ORDERED', 'SHIPPED'),
  ];
  if (shipmentStatus !== 'RECEIVED') return shippedSteps;
  const arrived = row.status === 'QUARANTINED' ? 'QUARANTINED' : 'RECEIVED';
  return [
    ...shippedSteps,
    shipmentStep(dates.received + 0.1, null, 'IN_TRANSIT', 'RECEIVED'),
    step(dates.received, demo.actor('LAB_TECH'), 'SHIPPED', arrived),
  ];
}

/** Return the events in the lab, except those that the demo bench wrote itself, and the end of the order. */
function further({ row, dates, orderer, demo }: Known): OrderEventInput[] {
  const { status, cancelReason, holdReason } = row;
  if (status === 'CANCELED')
    return [step(20, orderer, 'ORDERED', 'CANCELED', { type: 'ORDER_CANCELED', reason: cancelReason })];
  if (status === 'ON_HOLD') {
    const hold = { type: 'ORDER_HELD', reason: holdReason } as const;
    return [step(dates.received - 0.4, demo.actor('CS_REP'), 'RECEIVED', 'ON_HOLD', hold)];
  }
  const loggedEvents = demo.world.select(event, { targetType: 'Order', targetId: row.id });
  const byBench = loggedEvents.some(({ data }) => data['from'] === 'RECEIVED');
  const tech = demo.actor('LAB_TECH');
  const initial = dates.received - (dates.received - dates.finished) * 0.4;
  const steps = [
    step(initial, tech, 'RECEIVED', 'PROCESSING'),
    step(dates.finished, tech, 'PROCESSING', 'PENDING_COMPLETION'),
    step(dates.closed, demo.actor('PROJECT_MANAGER'), 'PENDING_COMPLETION', 'COMPLETED', {
      type: 'ORDER_CLOSED',
    }),
  ];
  const reached = ['PROCESSING', 'PENDING_COMPLETION', 'COMPLETED'].indexOf(status) + 1;
  return byBench ? [] : steps.slice(0, reached);
}
