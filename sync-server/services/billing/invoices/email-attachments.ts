import type { EmailKind } from '#db/records/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Attachment } from '#sync-server/integrations/mail/mailer.ts';
import { today } from './execute-invoice-operation.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';
import { readInvoice } from './read-invoice.ts';

/** Kinds of e-mail that carry the invoice they are about. */
const KINDS_WITH_PDF: readonly EmailKind[] = [
  'INVOICE_ISSUED',
  'INVOICE_OVERDUE',
  'INVOICE_VOIDED',
  'PAYMENT_RECEIPT',
];

/** What an e-mail was queued about. */
export interface MailSubject {
  entity: BusinessEntity;
  kind: EmailKind;
  data: unknown;
}

const targetOf = (data: unknown): string | undefined => {
  if (typeof data !== 'object' || data === null || !('targetId' in data)) return undefined;
  return 'targetType' in data && data.targetType === 'Invoice' ? String(data.targetId) : undefined;
};

/** What was drawn last: e-mails to several people about one invoice follow each other, and its rows give its bytes. */
let lastPdf: { rows: string; content: Promise<Buffer> } | null = null;

function loadInvoicePdf(...of: Parameters<typeof renderInvoicePdf>): Promise<Buffer> {
  const rows = JSON.stringify(of);
  if (lastPdf?.rows === rows) return lastPdf.content;
  const content = renderInvoicePdf(...of);
  lastPdf = { rows, content };
  // What could not be drawn is drawn anew at the next attempt.
  content.catch(() => {
    lastPdf = null;
  });
  return content;
}

/** The paper of the invoice that an e-mail is about, drawn as it is sent; none for one that is not issued. */
export async function attachmentFor(
  services: Pick<AppServices, 'pool' | 'env' | 'now'>,
  { entity, kind, data }: MailSubject,
): Promise<readonly Attachment[]> {
  const id = targetOf(data);
  if (id === undefined || !KINDS_WITH_PDF.includes(kind)) return [];
  // As a customer may see it: nothing of the lab's own words goes out.
  const reader = await companyReader(services, entity, id);
  if (!reader) return [];
  const invoiceView = await readInvoice(services.pool, reader, id, today(services));
  if (invoiceView.invoice.issuedAt === null) return [];
  const url = `${publicUrl(services.env, entity)}/invoices/${id}`;
  const content = await loadInvoicePdf(invoiceView, { entity, zone: services.env.LAB_TIMEZONE, url });
  return [{ filename: `${invoiceView.invoice.invoiceNumber}.pdf`, contentType: 'application/pdf', content }];
}

async function companyReader(
  { pool }: Pick<AppServices, 'pool'>,
  entity: BusinessEntity,
  invoiceId: string,
): Promise<Parameters<typeof readInvoice>[1] | undefined> {
  const { rows } = await pool.query<{ companyId: string }>(
    'SELECT company_id AS "companyId" FROM invoice WHERE id = $1 AND entity = $2',
    [invoiceId, entity],
  );
  return rows[0] ? { entity, companyId: rows[0].companyId, role: 'COMPANY_MANAGER' } : undefined;
}
