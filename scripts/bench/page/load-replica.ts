import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { buildSpecimen } from '#db/factories/build-specimens.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import type { FeedDocument } from '#db/sync/wire.ts';
import { openReplica, type Replica } from '#pwa/replica/sync/replica.ts';

export type LabDocument = FeedDocument & { collection: CollectionName };

const MINUTE = 60_000;
const START = Date.parse('2026-11-02T08:00:00.000Z');

/** Return the barcode of the k-th sample. */
export const barcodeOf = (k: number): string => `B26325-${String(k).padStart(6, '0')}-01`;

/** Count the samples among the first n documents: seven of ten. */
export const samplesIn = (n: number): number => Math.floor(n / 10) * 7 + Math.min(n % 10, 7);

// Rows are built and parsed once and then only varied, because building 100,000 documents is not part of the
// measurement.
const SAMPLE = buildSample();
const SPECIMEN = buildSpecimen({ status: 'RECEIVED' });
const PLACE = buildStorageManagement({ type: 'BOX', rows: 9, columns: 9, parentId: 'rack-4' });
const LABEL = buildBarcode();

const event = (k: number, i: number, target: string) => ({
  id: `event-${k}-${i}`,
  type: i === 0 ? 'SPECIMEN_RECEIVED' : 'SAMPLE_MOVED',
  targetType: 'Sample',
  targetId: target,
  userId: 'user-tech',
  companyId: 'company-wbl',
  occurredAt: new Date(START + (k + i) * MINUTE).toISOString(),
  syncedAt: new Date(START + (k + i + 1) * MINUTE).toISOString(),
  deviceId: 'device-a',
  data: { containerId: `place-${k % 900}`, position: `A${(k % 9) + 1}` },
  customerVisible: false,
});

function bodyOf(k: number): { collection: CollectionName; kind: string; body: Record<string, unknown> } {
  const updatedAt = new Date(START + k * MINUTE).toISOString();
  const remainder = k % 10;
  if (remainder < 7) {
    const barcode = barcodeOf(samplesIn(k));
    const id = `sample-${k}`;
    const place = { storageLocationId: `place-${k % 900}`, storagePosition: `A${(k % 9) + 1}` };
    const barcodes = [{ ...LABEL, id: `label-${k}`, value: barcode, targetId: id }];
    const events = [event(k, 0, id), event(k, 1, id)];
    const body = { ...SAMPLE, id, specimenId: `specimen-${k}`, barcode, barcodeId: `label-${k}`, ...place };
    return { collection: 'samples', kind: 'Sample', body: { ...body, updatedAt, barcodes, events } };
  }
  if (remainder < 9) {
    const numbers = { requisitionNumber: `W-${k}-001`, tubeBarcode: `TUBE-${k}`, julianId: `W26325-${k}` };
    const body = { ...SPECIMEN, id: `specimen-${k}`, orderId: `order-${k % 400}`, ...numbers, updatedAt };
    return { collection: 'specimens', kind: 'Specimen', body: { ...body, barcodes: [], events: [] } };
  }
  const body = { ...PLACE, id: `place-${k}`, name: `Box ${k}`, barcode: `BOX-${k}`, updatedAt };
  return { collection: 'storage', kind: 'StorageManagement', body: { ...body, barcodes: [], events: [] } };
}

/** Return the k-th document of a lab of any size. */
export function labDocument(k: number): LabDocument {
  const { collection, kind, body } = bodyOf(k);
  // The cast is safe: rows contain only JSON, as a page over the wire does.
  const json = body as LabDocument['body'];
  return { collection, id: String(body['id']), kind, rev: k + 1, deleted: false, body: json };
}

const LIMIT = 1_000;
const GENERATION = 'bench';

// The server sends one entity after the other.
const inSnapshotOrder = (documents: number): number[] => {
  const rank = (k: number): number => (k % 10 < 7 ? 0 : k % 10 < 9 ? 1 : 2);
  return Array.from({ length: documents }, (_, k) => k).sort((a, b) => rank(a) - rank(b) || a - b);
};

/** Build the pages of a first load as the texts that a server would send. */
export function snapshotPages(documents: number): string[] {
  const pages: string[] = [];
  const order = inSnapshotOrder(documents);
  for (let from = 0; from < documents; from += LIMIT) {
    const count = Math.min(LIMIT, documents - from);
    const more = from + count < documents;
    const page = order.slice(from, from + count).map(labDocument);
    pages.push(
      JSON.stringify({
        generation: GENERATION,
        head: documents,
        after: more ? `page|${pages.length + 1}` : null,
        more,
        documents: page,
      }),
    );
  }
  return pages;
}

const answer = (body: BodyInit): Response =>
  new Response(body, { headers: { 'content-type': 'application/json' } });
const json = (body: unknown): Response => answer(JSON.stringify(body));

/** Answer the requests of a first load from memory, so that only the device is measured. */
function stubServer(pages: readonly string[], head: number): (path: string) => Promise<Response> {
  // A network delivers bytes; encoding them is the server's work.
  const bytes = pages.map((page) => new TextEncoder().encode(page));
  return async (path) => {
    const { pathname, searchParams } = new URL(path, location.origin);
    if (pathname === '/api/sync/devices')
      return json({
        deviceId: 'device-bench',
        offlineLetter: 'A',
        expectedN: 1,
        generation: GENERATION,
        offlineUntil: new Date(Date.now() + 3_600_000).toISOString(),
        labTimezone: 'UTC',
        leases: [],
      });
    if (pathname === '/api/sync/snapshot')
      return answer(bytes[Number(searchParams.get('after')?.split('|')[1] ?? 0)] ?? '');
    return json({ generation: GENERATION, cursor: head, head, more: false, documents: [], departed: [] });
  };
}

/** Load a replica of n documents through the real puller, from responses in memory. */
export async function loadReplica(
  name: string,
  documents: number,
): Promise<{ replica: Replica; ms: number }> {
  const pages = snapshotPages(documents);
  const replica = await openReplica({
    name,
    actor: buildActor(),
    deviceName: 'Bench',
    send: stubServer(pages, documents),
  });
  // The floor's databases are open as well when its clock starts.
  await Promise.all(COLLECTIONS.map((collection) => replica.store.readModel(collection).findOne().exec()));
  const start = performance.now();
  await replica.cycle.run();
  return { replica, ms: performance.now() - start };
}

/** Load a replica of n documents and return the bytes of their JSON and those that the browser stores. */
export async function measureStored(
  name: string,
  documents: number,
): Promise<{ json: number; stored: number }> {
  const json = snapshotPages(documents).reduce((sum, page) => sum + new TextEncoder().encode(page).length, 0);
  await loadReplica(name, documents);
  const { usage } = await navigator.storage.estimate();
  return { json, stored: usage ?? 0 };
}
