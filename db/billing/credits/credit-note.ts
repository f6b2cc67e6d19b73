import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, cents, instant, longText, ref } from '#db/values/field-types.ts';

/** `CN-W-26-000001`: gapless per business entity and year, in a series of its own. */
const CreditNoteNumber = z.string().regex(/^CN-[WR]-\d{2}-\d{6,}$/);

/**
 * A correction of an issued invoice that lowers what is owed. Its amount counts through a payment row that
 * names it, so that the balance of an invoice stays the sum of its payments.
 */
export const creditNote = defineEntity({
  name: 'CreditNote',
  table: 'credit_note',
  schema: z.object({
    ...tenantFields,
    creditNoteNumber: CreditNoteNumber,
    invoiceId: ref,
    companyId: ref,
    amount: cents,
    reason: longText,
    issuedAt: instant,
    /** A credit that was reversed keeps its number in the books. */
    voided: bool,
    voidReason: longText.nullable(),
    pdfFileId: ref.nullable(),
  }),
  indexes: ['creditNoteNumber', 'invoiceId', 'companyId'],
  replica: null,
});
export type CreditNote = Row<typeof creditNote>;
