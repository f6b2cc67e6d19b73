import { type Order, order as orderEntity } from '#db/ordering/orders/order.ts';
import { type OpenedSession, openSession } from '#db/specimens/accession/accession-lookup.ts';
import { type Specimen, specimen as specimenEntity } from '#db/specimens/specimen.ts';
import { holdsPositions, StorageType } from '#db/storage/storage-management.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { findByCode, readDocument, readList, type ShownDocument } from '#pwa/replica/operations/read-view.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { platesOf } from './session-counts.ts';
import type { SessionDraft } from './session-draft.ts';
import { withOrder } from './session-edit.ts';

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

/** What a code matches outside the session. */
export type OtherMatch =
  | { kind: 'SPECIMEN'; specimen: Specimen; orderNumber: string }
  | {
      kind: 'ORDER';
      orderNumber: string;
      remark: string | null;
      edit(draft: SessionDraft): SessionDraft;
    }
  | { kind: 'STOP'; message: string }
  | { kind: 'BOX'; box: { id: string; name: string } }
  | { kind: 'OTHER_THING'; text: string }
  | { kind: 'NOTHING' };

const KIND_TEXT: Record<string, string> = {
  Sample: 'a sample of the lab',
  Batch: 'a batch',
  StorageManagement: 'a storage location',
  InventoryItem: 'an inventory item',
  Equipment: 'a piece of equipment',
  Person: 'a badge',
  AccessionGroup: 'a receiving session',
};

/** Add the orders that a code opens to a session. */
export async function joinOrders(replica: Replica, code: string): Promise<OtherMatch> {
  const { openedSession, specimens } = await findOrders(replica, code);
  if ('message' in openedSession) return { kind: 'STOP', message: openedSession.message };
  const stopped = new Set(
    openedSession.remarks.filter(({ remark }) => remark.kind === 'stop').map(({ orderId }) => orderId),
  );
  const joining = openedSession.orders.filter(({ id }) => !stopped.has(id));
  const [first] = joining;
  if (!first) return { kind: 'STOP', message: openedSession.remarks[0]?.remark.message ?? '' };
  const remarks = openedSession.remarks.filter(({ orderId }) => !stopped.has(orderId));
  return {
    kind: 'ORDER',
    orderNumber: orderTitle(first),
    remark: remarks[0]?.remark.message ?? null,
    edit: (draft) =>
      joining.reduce((next, one) => withOrder(next, one, platesOf(specimens, [one.id])), draft),
  };
}

function boxOf(document: ShownDocument): { id: string; name: string } | null {
  const type = StorageType.safeParse(document.body['type']);
  const { name } = document.body;
  if (document.kind !== 'StorageManagement' || !type.success || !holdsPositions(type.data)) return null;
  return typeof name === 'string' ? { id: document.id, name } : null;
}

/** Look a code up in all data of this device. */
export async function findOtherMatch(replica: Replica, code: string): Promise<OtherMatch> {
  const documents = await findByCode(replica, code);
  const foreign = documents.find(({ kind }) => kind === 'Specimen');
  if (foreign) {
    const specimen = rowOf(specimenEntity, foreign.body);
    const order = await readDocument(replica, 'orders', specimen.orderId);
    const orderNumber = order ? orderTitle(rowOf(orderEntity, order.body)) : '';
    return { kind: 'SPECIMEN', specimen, orderNumber };
  }
  if (documents.some(({ kind }) => kind === 'Order')) return joinOrders(replica, code);
  const [other] = documents;
  if (!other) return { kind: 'NOTHING' };
  const box = boxOf(other);
  if (box) return { kind: 'BOX', box };
  return { kind: 'OTHER_THING', text: `${code} is ${KIND_TEXT[other.kind] ?? 'something else of the lab'}.` };
}
