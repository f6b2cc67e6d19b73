import type { SearchedKind, SearchHit } from '#db/records/search-hits.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** How a kind of record is shown: its caption, and its pages, of which the person gets the first that opens. */
const RECORD_KINDS: Record<SearchedKind, { caption: string; pages: readonly string[]; isCode: boolean }> = {
  Order: { caption: 'Orders', pages: ['/lab/orders/', '/orders/'], isCode: true },
  Specimen: { caption: 'Specimens', pages: ['/lab/specimens/', '/specimens/'], isCode: true },
  Sample: { caption: 'Samples', pages: ['/lab/samples/'], isCode: true },
  Batch: { caption: 'Batches', pages: ['/lab/batches/'], isCode: true },
  StorageManagement: {
    caption: 'Boxes and locations',
    pages: ['/lab/inventory/storage-management/'],
    isCode: false,
  },
  Project: { caption: 'Projects', pages: ['/lab/projects/', '/projects/'], isCode: false },
  Company: { caption: 'Organizations', pages: ['/organizations/', '/locations/'], isCode: false },
  User: { caption: 'Users', pages: ['/users/'], isCode: false },
  Invoice: { caption: 'Invoices', pages: ['/billing/invoices/', '/invoices/'], isCode: true },
};

/** Build the choice of a found record; null when the person may open no page of it. */
export function recordEntry(
  { kind, id, title, detail }: SearchHit,
  mayOpen: (path: string) => boolean,
): PaletteEntry | null {
  const { caption, pages, isCode } = RECORD_KINDS[kind];
  const href = pages.map((page) => `${page}${id}`).find(mayOpen);
  return href === undefined ? null : { key: `${kind}|${id}`, group: caption, title, detail, href, isCode };
}
