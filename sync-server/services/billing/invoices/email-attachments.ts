import type { EmailKind } from '#db/records/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Attachment } from '#sync-server/integrations/mail/mailer.ts';
import { today } from './execute-invoice-operation.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';
import { readInvoice } from './read-invoice.ts';

/** Kinds of email that attach the invoice they are about. */
const KINDS_WITH_PDF: readonly EmailKind[] = [
  'INVOICE_ISSUED',
  'INVOICE_OVERDUE',
  'INVOICE_VOIDED',
  'PAYMENT_RECEIPT',
];

/** The subject of an email as it was queued. */
export interface MailSubject {
  entity: BusinessEntity;
  kind: EmailKind;
  data: unknown;
}

const targetOf = (data: unknown): string | undefined => {
  if (typeof data !== 'object' || data === null || !('targetId' in data)) return undefined;
  return 'targetType' in data && data.targetType === 'Invoice' ? String(data.targetId) : undefined;
};

/**
 * The last rendered PDF: emails to several people about one invoice follow each other, and equal rows give
 * equal bytes.
 */
let lastPdf: { rows: string; content: Promise<Buffer> } | null = null;

function loadInvoicePdf(...of: Parameters<typeof renderInvoicePdf>): Promise<Buffer> {
  const rows = JSON.stringify(of);
  if (lastPdf?.rows === rows) return lastPdf.content;
  const content = renderInvoicePdf(...of);
  lastPdf = { rows, content };
  // A failed rendering is repeated at the next attempt.
  content.catch(() => {
    lastPdf = null;
  });
  return content;
}

/** Render the invoice PDF of an email when it is sent; none if the invoice is not issued. */
export async function attachmentFor(
  services: Pick<AppServices, 'pool' | 'env' | 'now'>,
  { entity, kind, data }: MailSubject,
): Promise<readonly Attachment[]> {
  const id = targetOf(data);
  if (id === undefined || !KINDS_WITH_PDF.includes(kind)) return [];
  // Rendered as a customer may see it, without internal texts of the lab.
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
