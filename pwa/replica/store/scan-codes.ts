import { CATALOGUE } from '#db/entities.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import { type Overlay, parentIds } from '#pwa/replica/operations/overlay.ts';
import { type Body, indexValue, isBody, type ReplicaDocument } from './document.ts';
import { embeddedIn, embeddingsOf, ownCollection } from './entity-collections.ts';
import type { CodeEntry } from './side-store.ts';

/** Fields of an own document that are printed somewhere and may be scanned. */
const PRINTED_FIELDS: Record<string, readonly string[]> = {
  Specimen: ['julianId', 'requisitionNumber', 'tubeBarcode', 'shipmentPlateBarcode'],
  Batch: ['julianId'],
  Order: ['orderNumber', 'trackingNumber'],
  AccessionGroup: ['groupNumber', 'trackingNumber'],
  InventoryItem: ['lotNumber', 'serialNumber'],
  Equipment: ['serialNumber'],
};

/** Normalize a scanned or typed code. */
export const normalCode = (code: string): string => code.trim().toUpperCase();

/** Build the key under which a child row is found by one of its fields. */
export const childKey = (entity: string, field: string, value: unknown): string =>
  `#${entity}.${field}=${indexValue(value)}`;

/** List all codes of a document: printed codes, barcodes with their aliases, keys of child rows. */
export function codesOf(
  collection: CollectionName,
  document: Pick<ReplicaDocument, 'id' | 'kind' | 'body'>,
): CodeEntry[] {
  const codes = new Set<string>();
  const add = (value: unknown) => {
    if (typeof value === 'string' && value.trim() !== '') codes.add(normalCode(value));
  };
  for (const field of ['barcode', ...(PRINTED_FIELDS[document.kind] ?? [])]) add(document.body[field]);
  for (const shipment of list(document.body['shipments'])) add(shipment['trackingNumber']);
  for (const barcode of list(document.body['barcodes'])) add(barcode['value']);
  for (const place of embeddedIn(collection)) {
    // Events are found through their record only: a key for each would need more space than the documents.
    if (place.entity.name === 'Event') continue;
    const fields = place.entity.indexes.filter((field) => field !== place.parentKey);
    const keyed = place.entity.appendOnly ? fields : ['id', ...fields];
    for (const child of list(document.body[place.as])) {
      for (const field of keyed) {
        if (child[field] !== null && child[field] !== undefined)
          codes.add(childKey(place.entity.name, field, child[field]));
      }
    }
  }
  return [...codes].map((code) => ({ code, collection, id: document.id }));
}

/**
 * List documents that may carry a code because of waiting operations: a changed row has the code in one of
 * its fields. Other documents are not read; otherwise each scan of an offline day would be slower than the
 * one before.
 */
export function changedCarriers(
  overlay: Overlay,
  code: string,
): { collection: CollectionName; id: string }[] {
  const carriers: { collection: CollectionName; id: string }[] = [];
  for (const entity of CATALOGUE) {
    for (const [id, row] of overlay.rows.get(entity.name) ?? []) {
      if (!Object.values(row).some((value) => typeof value === 'string' && normalCode(value) === code))
        continue;
      const collection = ownCollection(entity);
      if (collection) carriers.push({ collection, id });
      for (const place of embeddingsOf(entity))
        for (const parent of parentIds(place, row))
          carriers.push({ collection: place.collection, id: parent });
    }
  }
  return carriers;
}

const list = (value: unknown): Body[] => (Array.isArray(value) ? value.filter(isBody) : []);
