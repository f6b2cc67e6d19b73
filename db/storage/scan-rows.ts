import { z } from 'zod';
import { barcodeOf } from '#db/values/barcode-value.ts';
import type { RackRow } from '#db/values/rack-file.ts';

/** One scanned position in an operation's arguments; codes are compared in the lab's spelling. */
export const ScanRow = z.strictObject({
  position: z.string().min(1).max(8),
  barcode: z.string().max(200).transform(barcodeOf).nullable(),
  read: z.enum(['OK', 'NO_READ', 'EMPTY']),
});

/** Rows that are consistent: a code when it was read, none otherwise. */
export const ScanRows = z
  .array(ScanRow)
  .min(1)
  .max(1_000)
  .refine(
    (rows) => rows.every(hasCodeWhenRead),
    'A position that was read has a code; the others have none.',
  );

const hasCodeWhenRead = (row: RackRow): boolean =>
  (row.read === 'OK') === (row.barcode !== null && row.barcode !== '');
