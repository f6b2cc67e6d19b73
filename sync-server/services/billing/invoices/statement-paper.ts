import type { Statement } from '#db/billing/shown-invoice.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { moneyText } from '#db/values/money.ts';
import { letterDate } from '#sync-server/integrations/mail/letter-date.ts';
import { Paper } from './paper.ts';

const LINES = [
  { title: 'Day', width: 72 },
  { title: 'Invoice', width: 104 },
  { title: 'Description', width: 142 },
  { title: 'Amount', width: 91, right: true },
  { title: 'Balance', width: 91, right: true },
];

/** The statement of a company on paper, in the look of its invoices. */
export function statementPaper(shown: Statement, entity: BusinessEntity): Promise<Buffer> {
  const { company, from, to, openingBalance, lines, closingBalance, ageing } = shown;
  const period = `${letterDate(from)} – ${letterDate(to)}`;
  const paper = new Paper(entity, {
    title: `Statement ${company.name} ${from} to ${to}`,
    at: `${to}T12:00:00.000Z`,
    foot: `Statement of account, ${period}`,
  });
  paper.title('Statement of account');
  paper.blocks([
    { title: 'Organization', text: company.name },
    { title: 'Period', text: period, width: 160 },
    { title: 'Opening balance', text: moneyText(openingBalance), width: 100 },
    { title: 'Closing balance', text: moneyText(closingBalance), width: 100 },
  ]);
  paper.table(
    LINES,
    lines.map(({ day, invoiceNumber, description, amount, balance }) => [
      letterDate(day),
      invoiceNumber,
      description,
      moneyText(amount),
      moneyText(balance),
    ]),
    Paper.sumsHeight(6),
  );
  paper.sums([
    { label: 'Not due yet', value: moneyText(ageing.notDue) },
    { label: '1 to 30 days late', value: moneyText(ageing.days1To30) },
    { label: '31 to 60 days late', value: moneyText(ageing.days31To60) },
    { label: '61 to 90 days late', value: moneyText(ageing.days61To90) },
    { label: 'Over 90 days late', value: moneyText(ageing.over90) },
    { label: 'Closing balance', value: moneyText(closingBalance), bold: true },
  ]);
  return paper.finish();
}
