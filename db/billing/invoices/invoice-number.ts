import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type BusinessEntity, ENTITY_LETTER } from '#db/values/business-entity.ts';
import { int } from '#db/values/field-types.ts';

/**
 * `INV-W-26-000001` once issued, before that `DRAFT-W-000123`, with a suffix from the second invoice of an
 * order on. The invoice of a draft, which is paid by card, has a key in place of the order number.
 */
export const INVOICE_NUMBER = /^(INV-[WR]-\d{2}-\d{6,}|DRAFT-([WR]-\d{6,}|[0-9A-Z]{1,10})(-\d+)?)$/;
export const InvoiceNumber = z.string().regex(INVOICE_NUMBER);

const documentNumber = (prefix: string, entity: BusinessEntity, year: number, sequence: number): string =>
  `${prefix}-${ENTITY_LETTER[entity]}-${String(year % 100).padStart(2, '0')}-${String(sequence).padStart(6, '0')}`;

/** Return the number of an issued invoice: gapless per business entity and year. */
export const issuedInvoiceNumber = (entity: BusinessEntity, year: number, sequence: number): string =>
  documentNumber('INV', entity, year, sequence);

/** Return the name of an invoice until it is issued; `nth` is 1 for the first of its order. */
export const draftInvoiceNumber = (orderKey: string, nth = 1): string =>
  nth === 1 ? `DRAFT-${orderKey}` : `DRAFT-${orderKey}-${nth}`;

/** The series of numbers of billing documents; each is counted by itself. */
const DOCUMENT_SERIES = ['INVOICE', 'CREDIT_NOTE'] as const;
const DocumentSeries = z.enum(DOCUMENT_SERIES);
type DocumentSeries = z.infer<typeof DocumentSeries>;

/** The last number of a series in a year. */
export const invoiceSequence = defineEntity({
  name: 'InvoiceSequence',
  table: 'invoice_sequence',
  schema: z.object({
    ...tenantFields,
    series: DocumentSeries,
    year: int.min(2000).max(9999),
    last: int.min(0),
  }),
  indexes: ['year'],
  replica: null,
});
export type InvoiceSequence = Row<typeof invoiceSequence>;

/** Take the next number of a series in the year of the lab day. Numbers have no gaps. */
async function takeNumber(
  tx: Transaction,
  context: OperationContext,
  entity: BusinessEntity,
  series: DocumentSeries,
): Promise<{ year: number; sequence: number }> {
  const year = Number(context.labDay.slice(0, 4));
  const known = (await tx.find(invoiceSequence, { year })).find(
    (row) => row.entity === entity && row.series === series,
  );
  const last = (known?.last ?? 0) + 1;
  if (known) await tx.patch(invoiceSequence, known.id, { last });
  else await tx.insert(invoiceSequence, { id: context.newId(), entity, series, year, last });
  return { year, sequence: last };
}

/** Take the next invoice number of a business entity in the year of the lab day. Numbers have no gaps. */
export async function nextInvoiceNumber(
  tx: Transaction,
  context: OperationContext,
  entity: BusinessEntity,
): Promise<string> {
  const { year, sequence } = await takeNumber(tx, context, entity, 'INVOICE');
  return issuedInvoiceNumber(entity, year, sequence);
}

/** Take the next credit note number of a business entity in the year of the lab day. Numbers have no gaps. */
export async function nextCreditNoteNumber(
  tx: Transaction,
  context: OperationContext,
  entity: BusinessEntity,
): Promise<string> {
  const { year, sequence } = await takeNumber(tx, context, entity, 'CREDIT_NOTE');
  return documentNumber('CN', entity, year, sequence);
}
