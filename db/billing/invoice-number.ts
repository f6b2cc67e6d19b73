import { z } from 'zod';
import { type BusinessEntity, ENTITY_LETTER } from '#db/values/business-entity.ts';

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
