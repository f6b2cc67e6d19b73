import { ORDER_STATUS, OrderStatus } from '#db/ordering/order-status.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { EventTimeline } from '#pwa/ui/event-timeline.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import { orderEventLines, toHistoryEvent } from './order-history-lines.ts';

const TITLES: Record<string, { title: string; tone: Tone }> = {
  ORDER_CREATED: { title: 'Draft begun', tone: 'neutral' },
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
  MANIFEST_UPLOADED: { title: 'Spreadsheet uploaded', tone: 'neutral' },
  PRICE_ADJUSTED: { title: 'Price changed', tone: 'info' },
  PRICE_PROPOSED: { title: 'Price adjustment proposed', tone: 'neutral' },
  PRICE_AGREED: { title: 'Price adjustment agreed, billing decides', tone: 'neutral' },
  PRICE_REJECTED: { title: 'Price adjustment declined', tone: 'warning' },
  PRICE_WITHDRAWN: { title: 'Price adjustment withdrawn', tone: 'neutral' },
  PRICE_DISCOUNT_EACH: { title: 'Discount on each specimen proposed', tone: 'neutral' },
  SHIPPING_LABEL_CREATED: { title: 'Shipping label bought', tone: 'neutral' },
  FILE_UPLOADED: { title: 'File added', tone: 'neutral' },
  FILE_DELETED: { title: 'File deleted', tone: 'neutral' },
  SHIPMENT_STATUS_CHANGED: { title: 'Shipment', tone: 'progress' },
};

/** Name a status change by its result; other events have names of their own. */
function statusOf({ type, data }: ReturnType<typeof toHistoryEvent>): StatusDisplay | null {
  const to = OrderStatus.safeParse(data['to']);
  return type === 'ORDER_STATUS_CHANGED' && to.success ? ORDER_STATUS[to.data] : null;
}

/** Events of the order, newest first. */
export const OrderHistory = ({ order: { orderNumber, history } }: { order: ShownOrder }) => (
  <EventTimeline
    of={orderNumber}
    kind="order"
    titles={TITLES}
    history={history.map(toHistoryEvent)}
    statusOf={statusOf}
    linesOf={orderEventLines}
  />
);
