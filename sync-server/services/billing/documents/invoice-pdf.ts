import { countedAmount } from '#db/billing/invoices/invoice-balance.ts';
import type { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { paymentName } from '#db/billing/payments/payment.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { moneyText } from '#db/values/money.ts';
import { orderSubject } from '#db/values/order-name.ts';
import { formatLongDate } from '#sync-server/integrations/mail/email-template.ts';
import { issuerText, type Payee, paymentInstructions } from './payee.ts';
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

/** Return the billed organization with the address that was frozen at the submission. */
export function billedTo({ invoice, company }: Pick<ShownInvoice, 'invoice' | 'company'>): string {
  const address = addressText(invoice.billingAddress);
  return address.startsWith(company.name) ? address : `${company.name}\n${address}`;
}

const STATE: Partial<Record<ShownInvoice['invoice']['status'], string>> = {
  CANCELED: 'CANCELED',
  PAID_IN_FULL: 'PAID',
};

/**
 * Return an invoice as it was when it was issued: later payments, refunds, credits and voiding are documents
 * and entries of their own.
 */
function invoiceAtIssue(invoiceView: ShownInvoice): ShownInvoice {
  const { invoice } = invoiceView;
  const { issuedAt, totalDue } = invoice;
  if (issuedAt === null) return invoiceView;
  const payments = invoiceView.payments
    .filter(({ kind, receivedAt }) => kind !== 'REFUND' && receivedAt !== null && receivedAt <= issuedAt)
    .map((one) => ({ ...one, status: 'SUCCEEDED' as const, disputedAmount: null }));
  const amountPaid = payments.reduce((sum, { amount }) => sum + amount, 0);
  const isPaid = amountPaid >= totalDue;
  return {
    ...invoiceView,
    invoice: {
      ...invoice,
      status: isPaid ? 'PAID_IN_FULL' : 'BILLED',
      amountPaid,
      balance: Math.max(0, totalDue - amountPaid),
      voidReason: null,
    },
    payments,
  };
}

function heading(pdfDocument: PdfDocument, invoiceView: ShownInvoice, payee: Payee): void {
  const { invoice, order, corrects } = invoiceView;
  const issued =
    invoice.issuedAt === null ? 'Not issued yet' : formatLongDate(labDayOf(invoice.issuedAt, payee.zone));
  pdfDocument.title(
    invoice.issuedAt === null ? 'Draft invoice' : `Invoice ${invoice.invoiceNumber}`,
    STATE[invoice.status],
  );
  pdfDocument.blocks([
    { title: 'Billed to', text: billedTo(invoiceView) },
    {
      title: 'Issued',
      text: [
        issued,
        `Due ${invoice.dueDate === null ? 'when it is issued' : formatLongDate(invoice.dueDate)}`,
        ...(payee.taxId === null ? [] : [`By ${issuerText(payee)}`]),
      ].join('\n'),
    },
    {
      title: 'Reference',
      text: [
        order ? orderSubject(order) : '',
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

/** Render an invoice as PDF: an issued one as it was when it was issued, a draft as it is now. */
export function renderInvoicePdf(view: ShownInvoice, payee: Payee): Promise<Buffer> {
  const invoiceView = invoiceAtIssue(view);
  const { invoice, lines, payments } = invoiceView;
  const pdfDocument = new PdfDocument(payee.entity, {
    title: invoice.invoiceNumber,
    at: invoice.issuedAt ?? invoice.createdAt,
  });
  heading(pdfDocument, invoiceView, payee);
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
      receivedPayments.map((one) => [
        one.receivedAt === null ? '' : formatLongDate(labDayOf(one.receivedAt, payee.zone)),
        paymentName(one),
        moneyText(countedAmount(one)),
      ]),
    );
  if (invoice.balance > 0 && invoice.issuedAt !== null)
    pdfDocument.paragraph(
      'How to pay',
      paymentInstructions(payee, invoice.invoiceNumber, `${payee.site}/invoices/${invoice.id}`),
    );
  return pdfDocument.finish();
}
