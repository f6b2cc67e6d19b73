import { z } from 'zod';
import { ManifestRow } from '#db/ordering/manifest/manifest-row.ts';
import type { EnteredRows } from './specimen-rows.ts';

const DraftRows = z.object({ before: z.array(ManifestRow), rows: z.array(ManifestRow) });
/** Rows that were typed and are not saved, with those that were saved when they were begun. */
export interface DraftRows {
  before: EnteredRows;
  rows: EnteredRows;
}

const keyOf = (userId: string, orderId: string): string => `order-rows ${userId} ${orderId}`;

/** What this tab keeps of the rows of an order: it outlives a reload and a crash, and goes with the tab or a sign-out. */
export function draftRowsStore(userId: string, orderId: string, storage: Storage = sessionStorage) {
  const key = keyOf(userId, orderId);
  return {
    read(): DraftRows | null {
      try {
        return DraftRows.parse(JSON.parse(storage.getItem(key) ?? 'null'));
      } catch {
        return null;
      }
    },
    keep(draftRows: DraftRows): void {
      try {
        storage.setItem(key, JSON.stringify(draftRows));
      } catch {
        // A full storage keeps less; what is typed still stands on the screen.
      }
    },
    forget(): void {
      storage.removeItem(key);
    },
  };
}
