import { z } from 'zod';
import { defineOperation } from '#db/operation.ts';
import { containerOf } from '#db/samples/find-placed.ts';
import { Id } from '#db/values/id.ts';
import { applyRackScan } from './apply-rack-scan.ts';
import { ScanRows } from './scan-rows.ts';

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
