import { z } from 'zod';
import { defineOperation } from '#db/operation.ts';
import { containerOf } from '#db/samples/find-placed.ts';
import { Id } from '#db/values/id.ts';
import { applyRackScan } from './apply-rack-scan.ts';
import { ScanRows } from './scan-rows.ts';

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
