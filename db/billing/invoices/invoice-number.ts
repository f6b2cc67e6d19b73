import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type BusinessEntity, ENTITY_LETTER } from '#db/values/business-entity.ts';
import { int } from '#db/values/field-types.ts';

/**
 * `INV-W-26-000001` once issued, before that `DRAFT-W-000123`, with a suffix from the second invoice of an
 * order on.
 */
export const INVOICE_NUMBER = /^(INV-[WR]-\d{2}-\d{6,}|DRAFT-[WR]-\d{6,}(-\d+)?)$/;
export const InvoiceNumber = z.string().regex(INVOICE_NUMBER);

/** Return the number of an issued invoice: gapless per business entity and year. */
export const issuedInvoiceNumber = (entity: BusinessEntity, year: number, sequence: number): string =>
  `INV-${ENTITY_LETTER[entity]}-${String(year % 100).padStart(2, '0')}-${String(sequence).padStart(6, '0')}`;

/** Return the name of an invoice until it is issued; `nth` is 1 for the first of its order. */
export const draftInvoiceNumber = (orderNumber: string, nth = 1): string =>
  nth === 1 ? `DRAFT-${orderNumber}` : `DRAFT-${orderNumber}-${nth}`;

/** The last invoice number of a year. */
export const invoiceSequence = defineEntity({
  name: 'InvoiceSequence',
  table: 'invoice_sequence',
  schema: z.object({ ...tenantFields, year: int.min(2000).max(9999), last: int.min(0) }),
  indexes: ['year'],
  replica: null,
});
export type InvoiceSequence = Row<typeof invoiceSequence>;

/** Take the next invoice number of a business entity in the year of the lab day. Numbers have no gaps. */
export async function nextInvoiceNumber(
  tx: Transaction,
  context: OperationContext,
  entity: BusinessEntity,
): Promise<string> {
  const year = Number(context.labDay.slice(0, 4));
  const sequence = (await tx.find(invoiceSequence, { year })).find((row) => row.entity === entity);
  const last = (sequence?.last ?? 0) + 1;
  if (sequence) await tx.patch(invoiceSequence, sequence.id, { last });
  else await tx.insert(invoiceSequence, { id: context.newId(), entity, year, last });
  return issuedInvoiceNumber(entity, year, last);
}
