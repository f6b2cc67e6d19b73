import type { Identified } from '#pwa/replica/hooks/use-identify.ts';

/** How kinds of documents are called when they are scanned where they do not belong. */
const NAMES: Record<string, string> = {
  Specimen: 'a specimen without a tube',
  Order: 'an order',
  AccessionGroup: 'an accession group',
  Batch: 'a batch',
  InventoryItem: 'an inventory item',
  Equipment: 'a piece of equipment',
  Procedure: 'a procedure',
};

/** Why a scan is refused: what the code is, and what is wanted instead. */
export function whatElse(found: Identified, wanted: string): string {
  switch (found.kind) {
    case 'unknown':
      return `Unknown code. Scan ${wanted}.`;
    case 'sample':
      return `This is a sample. Scan ${wanted}.`;
    case 'container':
      return `This is ${found.container.name}. Scan ${wanted}.`;
    case 'person':
      return `This is the badge of ${found.person.name}. Scan ${wanted}.`;
    case 'other':
      return `This is ${NAMES[found.document.kind] ?? 'something else'}. Scan ${wanted}.`;
  }
}
