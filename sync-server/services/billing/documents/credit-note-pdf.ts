import type { ShownCreditNote, ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { moneyText } from '#db/values/money.ts';
import { orderSubject } from '#db/values/order-name.ts';
import { formatLongDate } from '#sync-server/integrations/mail/email-template.ts';
import { billedTo } from './invoice-pdf.ts';
import { issuerText, type Payee } from './payee.ts';
import { PdfDocument } from './pdf-document.ts';

const LINES = [
  { title: 'Description', width: 415 },
  { title: 'Amount', width: 85, right: true },
];

/** Render a credit note as PDF: the invoice that it corrects, the reason and the amount. */
export function renderCreditNotePdf(
  invoiceView: ShownInvoice,
  note: ShownCreditNote,
  payee: Payee,
): Promise<Buffer> {
  const { invoice, order } = invoiceView;
  const pdfDocument = new PdfDocument(payee.entity, { title: note.creditNoteNumber, at: note.issuedAt });
  pdfDocument.title(`Credit note ${note.creditNoteNumber}`);
  pdfDocument.blocks([
    { title: 'Credited to', text: billedTo(invoiceView) },
    {
      title: 'Issued',
      text: [
        formatLongDate(labDayOf(note.issuedAt, payee.zone)),
        ...(payee.taxId === null ? [] : [`By ${issuerText(payee)}`]),
      ].join('\n'),
    },
    {
      title: 'Reference',
      text: [
        `Invoice ${invoice.invoiceNumber}`,
        order ? orderSubject(order) : '',
        invoice.customerPurchaseOrder ? `Purchase order ${invoice.customerPurchaseOrder}` : '',
      ]
        .filter(Boolean)
        .join('\n'),
    },
  ]);
  const sums = [
    { label: 'Invoice total', value: moneyText(invoice.totalDue) },
    { label: 'Credit', value: moneyText(-note.amount), bold: true },
  ];
  pdfDocument.table(
    LINES,
    [[note.reason ?? `Correction of invoice ${invoice.invoiceNumber}`, moneyText(-note.amount)]],
    PdfDocument.sumsHeight(sums.length),
  );
  pdfDocument.sums(sums);
  return pdfDocument.finish();
}
