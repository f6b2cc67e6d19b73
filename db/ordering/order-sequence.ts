import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { int } from '#db/values/field-types.ts';

/** The last order number of a business entity. */
export const orderSequence = defineEntity({
  name: 'OrderSequence',
  table: 'order_sequence',
  schema: z.object({ ...tenantFields, last: int.min(0) }),
  create: [],
  update: [],
  list: { sort: ['last'], filter: [], search: [] },
  indexes: ['entity'],
  replica: null,
});
export type OrderSequence = Row<typeof orderSequence>;
