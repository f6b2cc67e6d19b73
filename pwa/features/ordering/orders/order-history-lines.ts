import { PriceAdjustmentType } from '#db/billing/adjustments/price-adjustment.ts';
import { APPROVAL_KIND, ApprovalKind } from '#db/ordering/approvals/order-approval.ts';
import { ORDER_STATUS, OrderStatus } from '#db/ordering/orders/order-status.ts';
import { ORDER_CLASSIFICATION, OrderClassification } from '#db/ordering/orders/order-terms.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { moreKitsText } from '#db/ordering/shipments/collection-kits.ts';
import { SHIPMENT_STATUS, ShipmentStatus } from '#db/ordering/shipments/shipment-status.ts';
import { INTERNAL_REASON } from '#db/records/events/event.ts';
import { changeText, formatMoney, sizeText } from '#pwa/format/money.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { relationText } from './continuation-texts.ts';

export type OrderEvent = ShownOrder['history'][number];
type Data = OrderEvent['data'];
/** An event as the history names it. */
type HistoryEvent = Omit<OrderEvent, 'type'> & { type: string };

function statusText(type: string, value: unknown): string | null {
  if (type === 'SHIPMENT_STATUS_CHANGED') {
    const status = ShipmentStatus.safeParse(value);
    if (!status.success) return null;
    // The order has its own event for the receipt by the lab.
    return status.data === 'RECEIVED' ? 'Delivered' : SHIPMENT_STATUS[status.data].label;
  }
  const status = OrderStatus.safeParse(value);
  return status.success ? ORDER_STATUS[status.data].label : null;
}

function statusLines({ type, data }: HistoryEvent): string[] {
  const [from, to] = [statusText(type, data['from']), statusText(type, data['to'])];
  if (from === null || from === to) return to === null ? [] : [to];
  return to === null ? [] : [`${from} → ${to}`];
}

/** Names the order that this one copies or continues, or that continues this one. */
function linkedLines(data: Data): string[] {
  const copied = data['copiedOrderNumber'];
  if (typeof copied === 'string') return [`Copy of ${copied}`];
  const kind = OrderClassification.safeParse(data['continuation']);
  if (!kind.success) return [];
  const [source, next] = [data['sourceOrderNumber'], data['orderNumber']];
  if (typeof source === 'string') return [`${relationText(kind.data)} ${source}`];
  return typeof next === 'string' ? [`${ORDER_CLASSIFICATION[kind.data]} ${next}`] : [];
}

/** Names the shipment of an event, unless it is the one to the lab. */
function packageLines({ direction, kits }: Data): string[] {
  if (direction === 'KIT_OUT') return [typeof kits === 'number' ? moreKitsText(kits) : 'Collection kits'];
  return direction === 'RETURN' ? ['Material sent back'] : [];
}

const nonEmptyTexts = (...values: readonly unknown[]): string[] =>
  values.filter((value) => typeof value === 'string' && value !== '').map(String);

/** Describe an uploaded list of specimens: "96 specimens: 90 new, 6 changed". */
function listLines({ rows, added, changed, removed }: Data): string[] {
  if (typeof rows !== 'number') return [];
  const parts = [
    [added, 'new'],
    [changed, 'changed'],
    [removed, 'removed'],
  ].flatMap(([count, label]) => (typeof count === 'number' && count > 0 ? [`${count} ${label}`] : []));
  return [[countOf(rows, 'specimen'), parts.join(', ')].filter((part) => part !== '').join(': ')];
}

function waitingLines({ waitsFor }: Data): string[] {
  const kinds = Array.isArray(waitsFor) ? waitsFor.map((kind) => ApprovalKind.safeParse(kind).data) : [];
  const labels = kinds.flatMap((kind) => (kind ? [APPROVAL_KIND[kind].label] : []));
  return labels.length > 0 ? [`Awaiting approval: ${labels.join(', ')}`] : [];
}

const amountOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Describe the discount, fee or price of an event. */
function adjustedLines({
  act: action,
  label,
  type,
  percentBps,
  amount,
  count,
  salesPrice,
  ...data
}: Data): string[] {
  if (action === 'PRICE_SET')
    return [`${countOf(Number(count), 'specimen')} at ${formatMoney(Number(salesPrice))}`];
  if (action === 'DISCOUNT_EACH') {
    const after = amountOf(data['discountPerSpecimen']) ?? 0;
    return [`Off each specimen: ${changeText({ before: amountOf(data['before']) ?? 0, after })}`];
  }
  if (action === 'REGISTRATION') {
    const { registeredCount, projectedCount } = data;
    return [`${Number(registeredCount)} of ${countOf(Number(projectedCount), 'agreed specimen')} confirmed`];
  }
  const kind = PriceAdjustmentType.safeParse(type);
  if (!kind.success) return nonEmptyTexts(label);
  const size = sizeText({ type: kind.data, percentBps: amountOf(percentBps), amount: amountOf(amount) });
  return [[...nonEmptyTexts(label), size].join(', ')];
}

/** Describe a proposed or changed price and the resulting order total. */
function priceLines(data: Data): string[] {
  const [before, after] = [amountOf(data['from']), amountOf(data['to'])];
  const total = before === null || after === null || before === after ? [] : [changeText({ before, after })];
  return [...adjustedLines(data), ...total.map((change) => `Order total: ${change}`)];
}

/** Steps of a price change before it applies. */
const UNDECIDED: readonly unknown[] = ['PROPOSED', 'AGREED', 'REJECTED', 'WITHDRAWN', 'DISCOUNT_EACH'];

/** Name the history event; a mere proposal has a name of its own, because it has not changed the price. */
export const toHistoryEvent = (event: OrderEvent): HistoryEvent => ({
  ...event,
  type:
    event.type === 'PRICE_ADJUSTED' && UNDECIDED.includes(event.data['act'])
      ? `PRICE_${event.data['act']}`
      : event.type,
});

/** List the detail lines of an event in an order's history. */
export function orderEventLines(event: HistoryEvent): string[] {
  const { type, data } = event;
  return [
    ...packageLines(data),
    ...statusLines(event),
    ...linkedLines(data),
    ...(type === 'MANIFEST_UPLOADED' ? listLines(data) : []),
    ...(type === 'ORDER_SUBMITTED' ? waitingLines(data) : []),
    ...(type.startsWith('PRICE_') ? priceLines(data) : []),
    ...[nonEmptyTexts(data['carrier'], data['trackingNumber']).join(' ')].filter((line) => line !== ''),
    ...nonEmptyTexts(data['purchaseOrderNumber'], data['file'], data['reason'], data[INTERNAL_REASON]),
  ];
}
