import type { StorageType } from '#db/storage/storage-type.ts';

/** Format the text for a sample in a final location (domain 4.3); null for every other location. */
export function leftLabText(barcode: string, place: StorageType): string | null {
  if (place === 'DISPOSED') return `Sample ${barcode} has been disposed of.`;
  return place === 'SENT_TO_CLIENT' ? `Sample ${barcode} has been sent to the client.` : null;
}
