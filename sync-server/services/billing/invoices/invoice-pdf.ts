import { countedAmount } from '#db/billing/invoice-balance.ts';
import { paymentWord } from '#db/billing/payment-kind.ts';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { moneyText } from '#db/values/money.ts';
import { formatLongDate } from '#sync-server/integrations/mail/long-date.ts';
import { PdfDocument } from './pdf-document.ts';

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
