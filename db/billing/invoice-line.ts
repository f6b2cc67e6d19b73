import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { cents, int, ref, requiredText } from '#db/values/field-types.ts';
import { InvoiceLineKind } from './invoice-line-kind.ts';

/** One line of an invoice. The lines of an invoice always sum to its `totalDue`. */
export const invoiceLine = defineEntity({
  name: 'InvoiceLine',
  table: 'invoice_line',
  schema: z.object({
    ...tenantFields,
    invoiceId: ref,
    kind: InvoiceLineKind,
    description: requiredText,
    quantity: int.min(1),
    /** Negative for a discount. */
    unitPrice: cents,
    /** `quantity` × `unitPrice`. */
    amount: cents,
    specimenIds: z.array(ref),
    priceAdjustmentId: ref.nullable(),
    order: int.min(1),
  }),
  create: [],
  update: [],
  list: { sort: ['order'], filter: ['invoiceId', 'kind'], search: [] },
  indexes: ['invoiceId', 'priceAdjustmentId'],
  replica: null,
});
export type InvoiceLine = Row<typeof invoiceLine>;
