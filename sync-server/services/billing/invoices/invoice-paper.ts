import { countedAmount } from '#db/billing/invoice-standing.ts';
import { paymentWord } from '#db/billing/payment-kind.ts';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { moneyText } from '#db/values/money.ts';
import { letterDate } from '#sync-server/integrations/mail/letter-date.ts';
import { Paper } from './paper.ts';

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

/** A frozen address as lines of text, whatever of it there is. */
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

/** How an invoice is paid that is still open. */
function payWords(shown: ShownInvoice, entity: BusinessEntity, url: string): string {
  const { supportAddress, billingAddress } = ENTITY_PROFILE[entity];
  return [
    `By card: open ${url}`,
    `By check or transfer: write ${shown.invoice.invoiceNumber} on it, to ${billingAddress.join(', ')}`,
    `Questions: ${supportAddress}`,
  ].join('\n');
}

function heading(paper: Paper, shown: ShownInvoice, zone: string): void {
  const { invoice, order, company, corrects } = shown;
  const issued = invoice.issuedAt === null ? 'Not issued yet' : letterDate(labDayOf(invoice.issuedAt, zone));
  paper.title(
    invoice.issuedAt === null ? 'Draft of an invoice' : `Invoice ${invoice.invoiceNumber}`,
    STATE[invoice.status],
  );
  const address = addressText(invoice.billingAddress);
  paper.blocks([
    { title: 'Billed to', text: address.startsWith(company.name) ? address : `${company.name}\n${address}` },
    {
      title: 'Issued',
      text: [
        issued,
        `Due ${invoice.dueDate === null ? 'when it is issued' : letterDate(invoice.dueDate)}`,
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
 * An invoice on paper. It is drawn from its rows whenever it is asked for: what was issued can never change in the
 * database, and so the paper shows the same lines for ever, beside what is paid by then.
 */
export function invoicePaper(
  shown: ShownInvoice,
  { entity, zone, url }: { entity: BusinessEntity; zone: string; url: string },
): Promise<Buffer> {
  const { invoice, lines, payments } = shown;
  const paper = new Paper(entity, {
    title: invoice.invoiceNumber,
    at: invoice.issuedAt ?? invoice.createdAt,
  });
  heading(paper, shown, zone);
  const sums = [
    { label: 'Subtotal', value: moneyText(invoice.subtotal) },
    { label: 'Discounts and fees', value: moneyText(invoice.adjustmentTotal) },
    { label: 'Total', value: moneyText(invoice.totalDue), bold: true },
    { label: 'Paid', value: moneyText(invoice.amountPaid) },
    { label: 'Balance due', value: moneyText(invoice.balance), bold: true },
  ];
  paper.table(
    LINES,
    lines.map(({ description, quantity, unitPrice, amount }) => [
      description,
      String(quantity),
      moneyText(unitPrice),
      moneyText(amount),
    ]),
    Paper.sumsHeight(sums.length),
  );
  paper.sums(sums);
  const came = payments.filter((one) => countedAmount(one) !== 0);
  if (came.length > 0)
    paper.table(
      PAYMENTS,
      came.map(({ receivedAt, reference, ...of }) => [
        receivedAt === null ? '' : letterDate(labDayOf(receivedAt, zone)),
        reference && of.kind !== 'WRITE_OFF' ? `${paymentWord(of)} ${reference}` : paymentWord(of),
        moneyText(countedAmount(of)),
      ]),
    );
  if (invoice.status === 'VOID')
    paper.paragraph('This invoice is void', `Do not pay it. ${invoice.voidReason ?? ''}`.trim());
  else if (invoice.balance > 0 && invoice.issuedAt !== null)
    paper.paragraph('How to pay', payWords(shown, entity, url));
  return paper.finish();
}
