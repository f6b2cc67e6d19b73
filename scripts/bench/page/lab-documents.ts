import { buildBarcode } from '#db/factories/build-barcode.ts';
import { buildSample } from '#db/factories/build-sample.ts';
import { buildSpecimen } from '#db/factories/build-specimen.ts';
import { buildStorageManagement } from '#db/factories/build-storage-management.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import type { FeedDocument } from '#db/sync/wire.ts';

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
