import { z } from 'zod';
import { defineOperation } from '#db/operation.ts';
import { containerOf } from '#db/samples/find-sample.ts';
import { barcodeOf } from '#db/values/barcode-value.ts';
import { Id } from '#db/values/id.ts';
import type { RackRow } from '#db/values/rack-file.ts';
import { applyRackScan } from './apply-rack-scan.ts';

/** One scanned position in an operation's arguments; codes are compared in the lab's spelling. */
const ScanRow = z.strictObject({
  position: z.string().min(1).max(8),
  barcode: z.string().max(200).transform(barcodeOf).nullable(),
  read: z.enum(['OK', 'NO_READ', 'EMPTY']),
});

/** Rows that are consistent: a code when it was read, none otherwise. */
const ScanRows = z
  .array(ScanRow)
  .min(1)
  .max(1_000)
  .refine(
    (rows) => rows.every(hasCodeWhenRead),
    'A position that was read has a code; the others have none.',
  );

const hasCodeWhenRead = (row: RackRow): boolean =>
  (row.read === 'OK') === (row.barcode !== null && row.barcode !== '');

/** Apply a rack reader's scan of a whole container: its rows replace the recorded content (domain 5.4). */
export const scanContainer = defineOperation({
  name: 'scan-container',
  version: 1,
  kind: 'fact',
  title: 'Scan rack',
  grant: 'lab/specimens/move:update',
  args: z.strictObject({ containerId: Id, bulkId: Id, rows: ScanRows }),
  subjects: (args) => [args.containerId],
  async run(tx, args, context) {
    const container = await containerOf(tx, args.containerId);
    return applyRackScan(tx, context, { container, bulkId: args.bulkId, rows: args.rows, mode: 'RACK_SCAN' });
  },
});

/** Re-rack a spilled box, each tube scanned once; tubes that were not found become missing. */
export const reRackContainer = defineOperation({
  name: 're-rack-container',
  version: 1,
  kind: 'fact',
  title: 'Re-rack box',
  grant: 'lab/specimens/move:update',
  args: z.strictObject({ containerId: Id, bulkId: Id, rows: ScanRows }),
  subjects: (args) => [args.containerId],
  async run(tx, args, context) {
    const container = await containerOf(tx, args.containerId);
    return applyRackScan(tx, context, { container, bulkId: args.bulkId, rows: args.rows, mode: 'RE_RACK' });
  },
});
