import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { int } from '#db/values/field-types.ts';

/** The last invoice number of a year. */
export const invoiceSequence = defineEntity({
  name: 'InvoiceSequence',
  table: 'invoice_sequence',
  schema: z.object({ ...tenantFields, year: int.min(2000).max(9999), last: int.min(0) }),
  create: [],
  update: [],
  list: { sort: ['year'], filter: ['year'], search: [] },
  indexes: ['year'],
  replica: null,
});
export type InvoiceSequence = Row<typeof invoiceSequence>;
