import { ORDER_STATUS, OrderStatus } from '#db/ordering/orders/order-status.ts';
import {
  ORDER_CLASSIFICATION,
  ORDER_TYPE,
  PACKAGE_TYPE,
  POST_SEQUENCE_OPTION,
} from '#db/ordering/orders/order-terms.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { requestedKits } from '#db/ordering/shipments/collection-kits.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { OrganizationLink, PersonLink } from '#pwa/navigation/record-link.tsx';
import { eventEntries } from '#pwa/ui/history/event-timeline.tsx';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import { orderEventLines, toHistoryEvent } from './order-history-lines.ts';
import { commonMaterial } from './order-specimen-columns.tsx';

const optionalFact = (name: string, value: string | null) => (value ? [{ name, value }] : []);

/** Number of specimens; a canceled order shows those entered, although they no longer count. */
function specimensText({
  status,
  specimens,
  specimenCount,
  projectedSpecimenCount,
  receivedCount,
}: ShownOrder) {
  if (status !== 'CANCELED')
    return `${specimenCount} of ${projectedSpecimenCount} entered, ${receivedCount} received`;
  const received = specimens.filter(({ receivedAt }) => receivedAt !== null).length;
  return `${specimens.length} entered, ${received} received, canceled`;
}

/** What was ordered, by whom and when. */
export function OrderFacts({ order }: { order: ShownOrder }) {
  const classification =
    order.orderClassification === 'STANDARD' ? null : ORDER_CLASSIFICATION[order.orderClassification];
  return (
    <Section title="Order">
      <KeyValues
        items={[
          { name: 'Service', value: order.serviceName },
          {
            name: 'Organization',
            value: <OrganizationLink id={order.companyId} entity={order.entity} name={order.companyName} />,
          },
          ...optionalFact('Project', order.projectName),
          { name: 'Type', value: ORDER_TYPE[order.orderType] },
          ...optionalFact('Kind of work', classification),
          ...optionalFact('Purchase order', order.purchaseOrderNumber),
          ...optionalFact('Sales order', order.salesOrderNumber),
          ...optionalFact('Campaign', order.campaignCode),
          ...optionalFact('Collection kits', requestedKits(order)),
          {
            name: 'Specimens',
            value: specimensText(order),
          },
          ...optionalFact('Material', commonMaterial(order.specimens)),
          // An order that continues with stored material has no shipment.
          ...optionalFact('Container', classification ? null : PACKAGE_TYPE[order.packageType]),
          { name: 'Leftover material', value: POST_SEQUENCE_OPTION[order.postSequenceOption] },
          {
            name: 'Created by',
            value: order.createdByName && (
              <PersonLink
                id={order.createdByUserId}
                entity={order.entity}
                companyId={null}
                name={order.createdByName}
              />
            ),
          },
          { name: 'Submitted', value: <Time value={order.submittedAt} /> },
          ...optionalFact('Received', formatDate(order.receivedAt, 'monthDayAtTime')),
          ...optionalFact('Completed', formatDate(order.completedAt, 'monthDayAtTime')),
        ]}
      />
    </Section>
  );
}

const TITLES: Record<string, { title: string; tone: Tone }> = {
  ORDER_CREATED: { title: 'Draft created', tone: 'neutral' },
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

/** Build the entries of an order's events. */
export const orderEntries = ({ history }: Pick<ShownOrder, 'history'>): TimelineEntry[] => {
  const events = history.map(toHistoryEvent);
  const titles = new Map(
    events.map(({ id, type, data }) => [id, type === 'FILE_UPLOADED' ? data['title'] : null]),
  );
  return eventEntries({ titles: TITLES, history: events, statusOf, linesOf: orderEventLines }).map(
    (entry) => {
      const file = titles.get(entry.id);
      return typeof file === 'string' ? { ...entry, file } : entry;
    },
  );
};
