import { BATCH_STATUS_DISPLAY, batch } from '#db/batches/batch.ts';
import { order } from '#db/ordering/orders/order.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { MAX_HITS_PER_KIND, type SearchHit } from '#db/records/search-hits.ts';
import { SAMPLE_STATUS, sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { STORAGE_TYPE, storageManagement } from '#db/storage/storage-management.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { findByCodeStart } from '#pwa/replica/operations/find-by-code-start.ts';
import { readList, type ShownDocument } from '#pwa/replica/operations/read-view.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';

/** Names are searched in the newest batches only: a device stores those of years. */
const NAMED_BATCHES = 200;

const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' · ');

/** Describe a document of the device as a hit; null for kinds without a page. */
function toHit({ kind, id, body }: ShownDocument): SearchHit | null {
  if (kind === 'Sample') {
    const { barcode, status } = rowOf(sample, body);
    return { kind, id, title: barcode, detail: SAMPLE_STATUS[status].label };
  }
  if (kind === 'Specimen') {
    const { julianId, requisitionNumber, status } = rowOf(specimen, body);
    const title = julianId ?? requisitionNumber;
    const requisition = julianId === null ? null : requisitionNumber;
    return { kind, id, title, detail: joined(requisition, SPECIMEN_STATUS[status].label) };
  }
  if (kind === 'Batch') {
    const { julianId, name, status } = rowOf(batch, body);
    return { kind, id, title: julianId, detail: joined(name, BATCH_STATUS_DISPLAY[status].label) };
  }
  if (kind === 'Order') {
    const row = rowOf(order, body);
    return { kind, id, title: orderTitle(row), detail: ORDER_STATUS[row.status].label };
  }
  if (kind === 'StorageManagement') {
    const { name, type, barcode } = rowOf(storageManagement, body);
    return { kind, id, title: name, detail: joined(STORAGE_TYPE[type].label, barcode) };
  }
  return null;
}

/** Read what has a name on this device: locations and the newest batches. */
async function readNamed(replica: Replica): Promise<ShownDocument[]> {
  const [places, batches] = await Promise.all([
    readList(replica, 'storage', { kind: 'StorageManagement' }),
    readList(replica, 'batches', { kind: 'Batch', limit: NAMED_BATCHES }),
  ]);
  return [...places, ...batches];
}

/** Keep a few hits of each kind, each once. */
function limitHits(hits: readonly SearchHit[]): SearchHit[] {
  const counts = new Map<string, number>();
  const ids = new Set<string>();
  return hits.filter(({ kind, id }) => {
    const count = counts.get(kind) ?? 0;
    if (ids.has(id) || count >= MAX_HITS_PER_KIND) return false;
    ids.add(id);
    counts.set(kind, count + 1);
    return true;
  });
}

/**
 * Create the search over a device: codes and numbers by their index, names in what is read once for all keys
 * that are typed.
 */
export function createDeviceSearch(replica: Replica): (text: string) => Promise<SearchHit[]> {
  let namedDocuments: Promise<ShownDocument[]> | null = null;
  return async (text) => {
    namedDocuments ??= readNamed(replica);
    const lower = text.toLowerCase();
    const [byCode, withNames] = await Promise.all([findByCodeStart(replica, text), namedDocuments]);
    const byName = withNames.filter(({ body }) =>
      String(body['name'] ?? '')
        .toLowerCase()
        .includes(lower),
    );
    return limitHits([...byCode, ...byName].flatMap((one) => toHit(one) ?? []));
  };
}
