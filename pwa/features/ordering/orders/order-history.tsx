import { ORDER_CLASSIFICATION, OrderClassification } from '#db/ordering/order-classification.ts';
import { ORDER_STATUS, OrderStatus } from '#db/ordering/order-status.ts';
import { SHIPMENT_STATUS, ShipmentStatus } from '#db/ordering/shipment-status.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import type { StatusLook } from '#db/values/tone.ts';
import { EventTimeline } from '#pwa/ui/event-timeline.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import { relationTo } from '../continuing/continuation-words.ts';

type Entry = ShownOrder['history'][number];

const TITLES: Record<string, { title: string; tone: Tone }> = {
  ORDER_CREATED: { title: 'Begun', tone: 'neutral' },
  ORDER_SUBMITTED: { title: 'Submitted', tone: 'info' },
  ORDER_APPROVED: { title: 'Approved', tone: 'success' },
  ORDER_RETURNED: { title: 'Returned', tone: 'warning' },
  ORDER_PO_VERIFIED: { title: 'Purchase order verified', tone: 'success' },
  ORDER_HELD: { title: 'Put on hold', tone: 'hold' },
  ORDER_HOLD_RELEASED: { title: 'Released', tone: 'success' },
  ORDER_CANCELED: { title: 'Canceled', tone: 'danger' },
  ORDER_OVERRIDE: { title: 'Status overridden', tone: 'warning' },
  ORDER_CLOSED: { title: 'Completed', tone: 'success' },
  ORDER_CONTINUED: { title: 'More work ordered', tone: 'info' },
  MANIFEST_UPLOADED: { title: 'List of specimens saved', tone: 'neutral' },
  PRICE_ADJUSTED: { title: 'Price changed', tone: 'neutral' },
  SHIPPING_LABEL_CREATED: { title: 'Shipping label made', tone: 'neutral' },
  SHIPMENT_STATUS_CHANGED: { title: 'Shipment', tone: 'progress' },
};

function wordOf(type: string, value: unknown): string | null {
  if (type === 'SHIPMENT_STATUS_CHANGED') {
    const status = ShipmentStatus.safeParse(value);
    return status.success ? SHIPMENT_STATUS[status.data].label : null;
  }
  const status = OrderStatus.safeParse(value);
  return status.success ? ORDER_STATUS[status.data].label : null;
}

/** Which order this one goes on with, or goes on in. */
function linkedLines(data: Entry['data']): string[] {
  const kind = OrderClassification.safeParse(data['continuation']);
  if (!kind.success) return [];
  const [source, next] = [data['sourceOrderNumber'], data['orderNumber']];
  if (typeof source === 'string') return [`${relationTo(kind.data)} ${source}`];
  return typeof next === 'string' ? [`${ORDER_CLASSIFICATION[kind.data]} ${next}`] : [];
}

/** Which package it is about, where it is not the one to the lab. */
function packageLines({ direction }: Entry['data']): string[] {
  if (direction === 'KIT_OUT') return ['Collection kits'];
  return direction === 'RETURN' ? ['Material sent back'] : [];
}

function linesOf({ type, data }: Entry): string[] {
  const [from, to] = [wordOf(type, data['from']), wordOf(type, data['to'])];
  const status = from && to ? [`${from} → ${to}`] : to ? [to] : [];
  const lines = [...packageLines(data), ...status, ...linkedLines(data)];
  if (typeof data['reason'] === 'string' && data['reason'] !== '') lines.push(data['reason']);
  return lines;
}

/** What a step from status to status led to; an event of its own is called by its name. */
function statusOf({ type, data }: Entry): StatusLook | null {
  const to = OrderStatus.safeParse(data['to']);
  return type === 'ORDER_STATUS_CHANGED' && to.success ? ORDER_STATUS[to.data] : null;
}

/** What happened to the order, newest first. */
export const OrderHistory = ({ order: { orderNumber, history } }: { order: ShownOrder }) => (
  <EventTimeline of={orderNumber} kind="order" titles={TITLES} {...{ history, statusOf, linesOf }} />
);
