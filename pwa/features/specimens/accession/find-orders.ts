import { type Order, order as orderEntity } from '#db/ordering/order.ts';
import { type OpenedSession, openSession } from '#db/specimens/accession-lookup.ts';
import { type Specimen, specimen as specimenEntity } from '#db/specimens/specimen.ts';
import { rowOf } from '#pwa/replica/document.ts';
import { findByCode, readDocument, readList, type ShownDocument } from '#pwa/replica/read-view.ts';
import type { Replica } from '#pwa/replica/replica.ts';

/** The orders that a code opens, with their specimens. */
export interface FoundOrders {
  openedSession: OpenedSession;
  specimens: readonly Specimen[];
}

const orderIdOf = ({ kind, id, body }: ShownDocument): string[] => {
  if (kind === 'Order') return [id];
  return kind === 'Specimen' && typeof body['orderId'] === 'string' ? [body['orderId']] : [];
};

async function readOrders(replica: Replica, ids: readonly string[]): Promise<Order[]> {
  const documents = await Promise.all(ids.map((id) => readDocument(replica, 'orders', id)));
  return documents.flatMap((document) => (document ? [rowOf(orderEntity, document.body)] : []));
}

async function sameDelivery(replica: Replica, orders: readonly Order[]): Promise<Order[]> {
  const trackingNumber = orders.flatMap((one) => one.trackingNumber ?? []);
  if (trackingNumber.length === 0) return [];
  const documents = await readList(replica, 'orders', { kind: 'Order', filter: { trackingNumber } });
  return documents.map(({ body }) => rowOf(orderEntity, body));
}

/** Load the specimens of these orders from this device. */
export async function specimensOf(replica: Replica, orderIds: readonly string[]): Promise<Specimen[]> {
  if (orderIds.length === 0) return [];
  const documents = await readList(replica, 'specimens', {
    kind: 'Specimen',
    filter: { orderId: [...orderIds] },
  });
  return documents.map(({ body }) => rowOf(specimenEntity, body));
}

/**
 * Find the orders that a code opens for receiving: order number, requisition, tracking number, tube or plate.
 */
export async function findOrders(replica: Replica, code: string): Promise<FoundOrders> {
  const hits = await findByCode(replica, code);
  const matchingOrders = await readOrders(replica, [...new Set(hits.flatMap(orderIdOf))]);
  const joined = await sameDelivery(replica, matchingOrders);
  const orders = [...new Map([...matchingOrders, ...joined].map((one) => [one.id, one])).values()];
  const specimens = await specimensOf(
    replica,
    orders.map(({ id }) => id),
  );
  return { openedSession: openSession(code, { orders, specimens }), specimens };
}
