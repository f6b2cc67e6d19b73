import { z } from 'zod';
import type { EmailKind } from '#db/records/emails/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Attachment } from '#sync-server/integrations/mail/mailer.ts';
import { payeeOf } from './payee.ts';
import { hasReceipt, renderReceiptPdf } from './receipt-pdf.ts';
import { readForCompany, readStoredPdf } from './stored-pdf.ts';

/** Kinds of email that attach the invoice they are about; a void one is not sent again. */
const KINDS_WITH_INVOICE: readonly EmailKind[] = ['INVOICE_ISSUED', 'INVOICE_OVERDUE'];

/** The subject of an email as it was queued. */
export interface MailSubject {
  entity: BusinessEntity;
  kind: EmailKind;
  data: unknown;
}

const InvoiceSubject = z.object({
  targetType: z.literal('Invoice'),
  targetId: z.string(),
  paymentId: z.string().optional(),
  creditNoteId: z.string().optional(),
});

const pdf = (name: string, content: Buffer): Attachment => ({
  filename: `${name}.pdf`,
  contentType: 'application/pdf',
  content,
});

/** Return the documents of an email about money: the stored invoice or credit note, or a receipt. */
export async function attachmentFor(
  services: Pick<AppServices, 'pool' | 'env' | 'now'>,
  { entity, kind, data }: MailSubject,
): Promise<readonly Attachment[]> {
  const subject = InvoiceSubject.safeParse(data);
  if (!subject.success) return [];
  const { targetId: invoiceId, paymentId, creditNoteId } = subject.data;
  const { rows } = await services.pool.query<{ companyId: string }>(
    'SELECT company_id AS "companyId" FROM invoice WHERE id = $1 AND entity = $2',
    [invoiceId, entity],
  );
  if (!rows[0]) return [];
  const invoiceView = await readForCompany(services, { invoiceId, entity, companyId: rows[0].companyId });
  const { invoice, creditNotes, payments } = invoiceView;
  if (KINDS_WITH_INVOICE.includes(kind) && invoice.issuedAt !== null)
    return [pdf(invoice.invoiceNumber, await readStoredPdf(services, { kind: 'Invoice', id: invoiceId }))];
  const note = creditNotes.find(({ id }) => id === creditNoteId);
  if (kind === 'CREDIT_NOTE' && note)
    return [pdf(note.creditNoteNumber, await readStoredPdf(services, { kind: 'CreditNote', id: note.id }))];
  const payment = payments.find(({ id }) => id === paymentId);
  if (kind !== 'PAYMENT_RECEIPT' || !payment || !hasReceipt(payment)) return [];
  return [pdf('receipt', await renderReceiptPdf(invoiceView, payment, payeeOf(services, entity)))];
}
