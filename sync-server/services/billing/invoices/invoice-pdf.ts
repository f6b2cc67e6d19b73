import { countedAmount } from '#db/billing/invoices/invoice-balance.ts';
import type { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { paymentWord } from '#db/billing/payments/payment.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { EmailKind } from '#db/records/emails/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { moneyText } from '#db/values/money.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { formatLongDate } from '#sync-server/integrations/mail/email-template.ts';
import type { Attachment } from '#sync-server/integrations/mail/mailer.ts';
import { today } from './invoice-operations.ts';
import { PdfDocument } from './pdf-document.ts';
import { readInvoice } from './read-invoice.ts';

const LINES = [
  { title: 'Description', width: 260 },
  { title: 'Quantity', width: 70, right: true },
  { title: 'Unit price', width: 85, right: true },
  { title: 'Amount', width: 85, right: true },
];
const PAYMENTS = [
  { title: 'Received', width: 110 },
  { title: 'Payment', width: 305 },
  { title: 'Amount', width: 85, right: true },
];

const PARTS = ['company', 'attention', 'line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const;

/** Format a frozen address as lines of text, omitting empty parts. */
function addressText(address: Record<string, unknown> | null): string {
  const at = (part: (typeof PARTS)[number]): string =>
    typeof address?.[part] === 'string' ? address[part] : '';
  const town = [[at('city'), at('state')].filter(Boolean).join(', '), at('postalCode')]
    .filter(Boolean)
    .join(' ');
  return [at('company'), at('attention'), at('line1'), at('line2'), town, at('country')]
    .filter(Boolean)
    .join('\n');
}

const STATE: Partial<Record<ShownInvoice['invoice']['status'], string>> = {
  VOID: 'VOID',
  CANCELED: 'CANCELED',
  PAID_IN_FULL: 'PAID',
};

/** Return the payment instructions of an open invoice. */
function paymentInstructions(invoiceView: ShownInvoice, entity: BusinessEntity, url: string): string {
  const { supportAddress, billingAddress } = ENTITY_PROFILE[entity];
  return [
    `By card: open ${url}`,
    `By check or transfer: write ${invoiceView.invoice.invoiceNumber} on it, to ${billingAddress.join(', ')}`,
    `Questions: ${supportAddress}`,
  ].join('\n');
}

function heading(pdfDocument: PdfDocument, invoiceView: ShownInvoice, zone: string): void {
  const { invoice, order, company, corrects } = invoiceView;
  const issued =
    invoice.issuedAt === null ? 'Not issued yet' : formatLongDate(labDayOf(invoice.issuedAt, zone));
  pdfDocument.title(
    invoice.issuedAt === null ? 'Draft of an invoice' : `Invoice ${invoice.invoiceNumber}`,
    STATE[invoice.status],
  );
  const address = addressText(invoice.billingAddress);
  pdfDocument.blocks([
    { title: 'Billed to', text: address.startsWith(company.name) ? address : `${company.name}\n${address}` },
    {
      title: 'Issued',
      text: [
        issued,
        `Due ${invoice.dueDate === null ? 'when it is issued' : formatLongDate(invoice.dueDate)}`,
      ].join('\n'),
    },
    {
      title: 'Reference',
      text: [
        order ? `Order ${order.orderNumber}` : '',
        invoice.campaignCode ? `Campaign ${invoice.campaignCode}` : '',
        invoice.customerPurchaseOrder ? `Purchase order ${invoice.customerPurchaseOrder}` : '',
        invoice.statementOfWork ? `Statement of work ${invoice.statementOfWork}` : '',
        corrects ? `Corrects ${corrects.invoiceNumber}` : '',
      ]
        .filter(Boolean)
        .join('\n'),
    },
  ]);
}

/**
 * Render an invoice as PDF. It is rendered from its rows on each request: the database never changes issued
 * rows, so the PDF always shows the same lines, plus what is paid by then.
 */
export function renderInvoicePdf(
  invoiceView: ShownInvoice,
  { entity, zone, url }: { entity: BusinessEntity; zone: string; url: string },
): Promise<Buffer> {
  const { invoice, lines, payments } = invoiceView;
  const pdfDocument = new PdfDocument(entity, {
    title: invoice.invoiceNumber,
    at: invoice.issuedAt ?? invoice.createdAt,
  });
  heading(pdfDocument, invoiceView, zone);
  const sums = [
    { label: 'Subtotal', value: moneyText(invoice.subtotal) },
    { label: 'Discounts and fees', value: moneyText(invoice.adjustmentTotal) },
    { label: 'Total', value: moneyText(invoice.totalDue), bold: true },
    { label: 'Paid', value: moneyText(invoice.amountPaid) },
    { label: 'Balance due', value: moneyText(invoice.balance), bold: true },
  ];
  pdfDocument.table(
    LINES,
    lines.map(({ description, quantity, unitPrice, amount }) => [
      description,
      String(quantity),
      moneyText(unitPrice),
      moneyText(amount),
    ]),
    PdfDocument.sumsHeight(sums.length),
  );
  pdfDocument.sums(sums);
  const receivedPayments = payments.filter((one) => countedAmount(one) !== 0);
  if (receivedPayments.length > 0)
    pdfDocument.table(
      PAYMENTS,
      receivedPayments.map(({ receivedAt, reference, ...of }) => [
        receivedAt === null ? '' : formatLongDate(labDayOf(receivedAt, zone)),
        reference && of.kind !== 'WRITE_OFF' ? `${paymentWord(of)} ${reference}` : paymentWord(of),
        moneyText(countedAmount(of)),
      ]),
    );
  if (invoice.status === 'VOID')
    pdfDocument.paragraph('This invoice is void', `Do not pay it. ${invoice.voidReason ?? ''}`.trim());
  else if (invoice.balance > 0 && invoice.issuedAt !== null)
    pdfDocument.paragraph('How to pay', paymentInstructions(invoiceView, entity, url));
  return pdfDocument.finish();
}

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
