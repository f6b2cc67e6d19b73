import type { Statement } from '#db/billing/shown-invoice.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { moneyText } from '#db/values/money.ts';
import { formatLongDate } from '#sync-server/integrations/mail/long-date.ts';
import { PdfDocument } from './pdf-document.ts';

const LINES = [
  { title: 'Day', width: 72 },
  { title: 'Invoice', width: 104 },
  { title: 'Description', width: 142 },
  { title: 'Amount', width: 91, right: true },
  { title: 'Balance', width: 91, right: true },
];

/** Render the statement of a company as PDF, in the design of its invoices. */
export function renderStatementPdf(statement: Statement, entity: BusinessEntity): Promise<Buffer> {
  const { company, from, to, openingBalance, lines, closingBalance, ageing } = statement;
  const period = `${formatLongDate(from)} – ${formatLongDate(to)}`;
  const pdfDocument = new PdfDocument(entity, {
    title: `Statement ${company.name} ${from} to ${to}`,
    at: `${to}T12:00:00.000Z`,
    foot: `Statement of account, ${period}`,
  });
  pdfDocument.title('Statement of account');
  pdfDocument.blocks([
    { title: 'Organization', text: company.name },
    { title: 'Period', text: period, width: 160 },
    { title: 'Opening balance', text: moneyText(openingBalance), width: 100 },
    { title: 'Closing balance', text: moneyText(closingBalance), width: 100 },
  ]);
  pdfDocument.table(
    LINES,
    lines.map(({ day, invoiceNumber, description, amount, balance }) => [
      formatLongDate(day),
      invoiceNumber,
      description,
      moneyText(amount),
      moneyText(balance),
    ]),
    PdfDocument.sumsHeight(6),
  );
  pdfDocument.sums([
    { label: 'Not due yet', value: moneyText(ageing.notDue) },
    { label: '1 to 30 days late', value: moneyText(ageing.days1To30) },
    { label: '31 to 60 days late', value: moneyText(ageing.days31To60) },
    { label: '61 to 90 days late', value: moneyText(ageing.days61To90) },
    { label: 'Over 90 days late', value: moneyText(ageing.over90) },
    { label: 'Closing balance', value: moneyText(closingBalance), bold: true },
  ]);
  return pdfDocument.finish();
}
