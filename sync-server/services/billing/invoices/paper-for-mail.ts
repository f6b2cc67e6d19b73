import type { EmailKind } from '#db/records/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Attachment } from '#sync-server/integrations/mail/mailer.ts';
import { today } from './act-on-invoice.ts';
import { invoicePaper } from './invoice-paper.ts';
import { readInvoice } from './read-invoice.ts';

/** Kinds of e-mail that carry the invoice they are about. */
const WITH_PAPER: readonly EmailKind[] = [
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
let drawn: { rows: string; paper: Promise<Buffer> } | null = null;

function paperOf(...of: Parameters<typeof invoicePaper>): Promise<Buffer> {
  const rows = JSON.stringify(of);
  if (drawn?.rows === rows) return drawn.paper;
  const paper = invoicePaper(...of);
  drawn = { rows, paper };
  // What could not be drawn is drawn anew at the next attempt.
  paper.catch(() => {
    drawn = null;
  });
  return paper;
}

/** The paper of the invoice that an e-mail is about, drawn as it is sent; none for one that is not issued. */
export async function paperForMail(
  services: Pick<AppServices, 'pool' | 'env' | 'now'>,
  { entity, kind, data }: MailSubject,
): Promise<readonly Attachment[]> {
  const id = targetOf(data);
  if (id === undefined || !WITH_PAPER.includes(kind)) return [];
  // As a customer may see it: nothing of the lab's own words goes out.
  const reader = await companyReader(services, entity, id);
  if (!reader) return [];
  const shown = await readInvoice(services.pool, reader, id, today(services));
  if (shown.invoice.issuedAt === null) return [];
  const url = `${publicUrl(services.env, entity)}/invoices/${id}`;
  const content = await paperOf(shown, { entity, zone: services.env.LAB_TIMEZONE, url });
  return [{ filename: `${shown.invoice.invoiceNumber}.pdf`, contentType: 'application/pdf', content }];
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
