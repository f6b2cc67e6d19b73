import { z } from 'zod';
import { text } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';

const optionalText = text.trim().transform((value) => (value === '' ? null : value));

/** The fields of an invoice that may change at any time: references of the recipient, no amounts. */
export const InvoiceChanges = z.strictObject({
  customerPurchaseOrder: optionalText.nullable().optional(),
  statementOfWork: optionalText.nullable().optional(),
  netSuiteInvoiceId: optionalText.nullable().optional(),
  billingEmails: z.array(z.email('Enter an email address.').max(254)).max(20).optional(),
});
export type InvoiceChanges = z.infer<typeof InvoiceChanges>;

/** The issue of an invoice. */
export const IssueForm = z.strictObject({
  /** The total that the person was shown; an invoice with another total is not issued. */
  seenTotal: z.int().min(0).nullable().default(null),
});

/** The completed specimens of a running order that are billed now. */
export const BillNowForm = z.strictObject({ orderId: Id, specimenIds: z.array(Id).min(1).max(960) });

/** The one payment status that a person sets; all others follow from invoices and payments. */
export const PaymentStatusForm = z.strictObject({ paymentStatus: z.literal('AWAITING_BILLING') });
