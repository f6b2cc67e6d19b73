import type { StorageType } from '#db/storage/storage-type.ts';

/** What is said of a sample in a place from which nothing comes back (domain 4.3); null of every other place. */
export function leftLabText(barcode: string, place: StorageType): string | null {
  if (place === 'DISPOSED') return `Sample ${barcode} has been disposed of.`;
  return place === 'SENT_TO_CLIENT' ? `Sample ${barcode} has been sent to the client.` : null;
}
