import type { Identified } from '#pwa/replica/hooks/use-identify.ts';
import type { ShownDocument } from '#pwa/replica/read-view.ts';

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
        return 'This tube was not received yet. Receive its parcel first.';
      return `This is ${NAMES[scannedItem.document.kind] ?? 'something else'}. Scan ${expected}.`;
  }
}
