import { leftLabText, type Sample } from '#db/samples/sample.ts';
import type { Identified } from '#pwa/replica/hooks/use-identify.ts';
import type { Places } from '#pwa/replica/hooks/use-places.ts';
import type { ShownDocument } from '#pwa/replica/operations/read-view.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import type { ScanFeedback } from '#pwa/scanning/use-verdict.ts';

/** Build the feedback after an operation; it never claims more than that it is saved on this device. */
export function toScanFeedback(result: OperationResult, done: string, code?: string): ScanFeedback {
  const codeField = code === undefined ? {} : { code };
  if (result.outcome === 'REJECTED')
    return { verdict: 'error', title: result.message ?? 'This was refused.', ...codeField };
  if (result.outcome === 'CONFLICT')
    return {
      verdict: 'warning',
      title: result.message ?? 'A person must decide.',
      ...codeField,
      detail: 'Saved on this device; the conflict is in the inbox of Data sync.',
    };
  if (result.outcome === 'MERGED' || result.outcome === 'APPLIED_WITH_WARNING')
    return {
      verdict: 'warning',
      title: done,
      ...codeField,
      ...(result.message ? { detail: result.message } : {}),
    };
  return { verdict: 'ok', title: done, ...codeField };
}

/** Names of document kinds in messages about wrong scans. */
const NAMES: Record<string, string> = {
  Specimen: 'a specimen, not one of its tubes',
  Order: 'an order',
  AccessionGroup: 'an accession group',
  Batch: 'a batch',
  InventoryItem: 'an inventory item',
  Equipment: 'a piece of equipment',
  Procedure: 'a procedure',
};

// A customer tube's code leads to its specimen until the tube is received and gets a lab label.
const isAwaitingReceipt = ({ kind, body }: ShownDocument): boolean =>
  kind === 'Specimen' && body['receivedAt'] === null;

/** Build the message for a refused scan: what the code is, and what is expected. */
export function wrongScanMessage(scannedItem: Identified, expected: string): string {
  switch (scannedItem.kind) {
    case 'unknown':
      return `Unknown code. Scan ${expected}.`;
    case 'sample':
      return `This is a sample. Scan ${expected}.`;
    case 'container':
      return `This is ${scannedItem.container.name}. Scan ${expected}.`;
    case 'person':
      return `This is the badge of ${scannedItem.person.name}. Scan ${expected}.`;
    case 'other':
      if (isAwaitingReceipt(scannedItem.document))
        return 'This tube has not been received. Receive its shipment first.';
      return `This is ${NAMES[scannedItem.document.kind] ?? 'something else'}. Scan ${expected}.`;
  }
}

/** Title for a scanned tube that has left the lab by its record; null for any other. */
export function leftLabMessage(
  { barcode, storageLocationId }: Pick<Sample, 'barcode' | 'storageLocationId'>,
  places: Pick<Places, 'byId'> | undefined,
): string | null {
  const place = storageLocationId === null ? undefined : places?.byId.get(storageLocationId);
  return place ? leftLabText(barcode, place.type) : null;
}

/** Instruction for that case: either the record or the tube is wrong. */
export const LAY_ASIDE = 'Lay it aside and tell the lab manager.';
