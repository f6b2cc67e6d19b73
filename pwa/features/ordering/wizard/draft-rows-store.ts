import { z } from 'zod';
import { ManifestRow } from '#db/ordering/manifest/manifest-row.ts';
import type { EnteredRows } from './specimen-rows.ts';

const DraftRows = z.object({ before: z.array(ManifestRow), rows: z.array(ManifestRow) });
/** Unsaved rows, with the saved rows on which they are based. */
export interface DraftRows {
  before: EnteredRows;
  rows: EnteredRows;
}

const keyOf = (userId: string, orderId: string): string => `order-rows ${userId} ${orderId}`;

/**
 * The rows of an order that this tab stores: they survive a reload and a crash, and end with the tab or a
 * sign-out.
 */
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
        // When the storage is full, the rows exist only on the screen.
      }
    },
    forget(): void {
      storage.removeItem(key);
    },
  };
}
