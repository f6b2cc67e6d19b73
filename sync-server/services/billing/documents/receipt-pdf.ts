import { countedAmount } from '#db/billing/invoices/invoice-balance.ts';
import type { ShownInvoice, ShownPayment } from '#db/billing/invoices/shown-invoice.ts';
import { paymentName } from '#db/billing/payments/payment.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { moneyText } from '#db/values/money.ts';
import { orderPhrase, orderSubject } from '#db/values/order-name.ts';
import { formatLongDate } from '#sync-server/integrations/mail/email-template.ts';
import { billedTo } from './invoice-pdf.ts';
import { issuerText, type Payee } from './payee.ts';
import { PdfDocument } from './pdf-document.ts';

const LINES = [
  { title: 'Payment', width: 415 },
  { title: 'Amount', width: 85, right: true },
];

/** Report whether a payment has a receipt: money was received and counts. */
export const hasReceipt = (one: ShownPayment): boolean =>
  one.kind !== 'REFUND' && one.kind !== 'WRITE_OFF' && countedAmount(one) > 0;

/** Render the receipt of one payment as PDF, with the brand and last four digits of a card. */
export function renderReceiptPdf(
  invoiceView: ShownInvoice,
  payment: ShownPayment,
  payee: Payee,
): Promise<Buffer> {
  const { invoice, order } = invoiceView;
  const at = payment.receivedAt ?? payment.createdAt;
  const name = invoice.issuedAt === null ? (order ? orderPhrase(order) : 'an order') : invoice.invoiceNumber;
  const pdfDocument = new PdfDocument(payee.entity, { title: `Receipt for ${name}`, at });
  pdfDocument.title('Receipt', 'PAID');
  pdfDocument.blocks([
    { title: 'Received from', text: billedTo(invoiceView) },
    {
      title: 'Received',
      text: [
        formatLongDate(labDayOf(at, payee.zone)),
        ...(payee.taxId === null ? [] : [`By ${issuerText(payee)}`]),
      ].join('\n'),
    },
    {
      title: 'Reference',
      text: [
        invoice.issuedAt === null ? '' : `Invoice ${invoice.invoiceNumber}`,
        order ? orderSubject(order) : '',
      ]
        .filter(Boolean)
        .join('\n'),
    },
  ]);
  const sums = [
    { label: 'Paid', value: moneyText(countedAmount(payment)), bold: true },
    { label: 'Invoice total', value: moneyText(invoice.totalDue) },
  ];
  pdfDocument.table(
    LINES,
    [[paymentName(payment), moneyText(countedAmount(payment))]],
    PdfDocument.sumsHeight(sums.length),
  );
  pdfDocument.sums(sums);
  return pdfDocument.finish();
}
