import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Mapping, rememberMapping } from '#db/records/imports/import-mapping.ts';
import { Id } from '#db/values/id.ts';
import { openForRows } from './open-for-rows.ts';

/** Remember what an organization calls the columns and words of its spreadsheets. */
export const confirmMapping = defineOperation({
  name: 'confirm-mapping',
  version: 1,
  kind: 'intent',
  title: 'Confirm spreadsheet mapping',
  grant: 'create-order/manifest:read',
  args: z.strictObject({ orderId: Id, mapping: Mapping }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, mapping }, context) {
    const { row } = await openForRows(tx, context, orderId);
    const { newId } = context;
    await rememberMapping(tx, { companyId: row.companyId, kind: 'MANIFEST', newId: () => newId() }, mapping);
    return applied;
  },
});
