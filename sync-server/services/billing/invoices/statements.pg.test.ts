import { afterAll, beforeAll, expect, test } from 'vitest';
import { InvoicePage } from '#db/billing/invoices/listed-invoice.ts';
import { ShownInvoice, Statement } from '#db/billing/invoices/shown-invoice.ts';
import { AgeingReport } from '#db/billing/reports/reports.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
let invoice: ShownInvoice['invoice'];
const BASE = '/api/billing/invoice';
const DAY_MS = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Create an invoice without payments. */
beforeAll(async () => {
  lab = await openDemoServer();
  const { rows } = InvoicePage.parse(
    await get(`${BASE}?status=BILLED&status=AWAITING_PAYMENT&sort=dueDate:asc`),
  );
  const [row] = rows;
  if (!row) throw new Error('The demo lab has no open invoice.');
  invoice = row;
});
afterAll(() => lab.close());

const get = async (path: string) => {
  const answer = await lab.call('BILLING_MANAGER', 'get', path);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
};
const postInvoice = async (path: string, body: object) => {
  const answer = await lab.call('BILLING_MANAGER', 'post', `${BASE}/${invoice.id}/${path}`, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return ShownInvoice.parse(answer.body);
};
const readEmails = (kind: string) =>
  lab.rows<{ to: string; subject: string; text: string }>(
    `SELECT "to", subject, text FROM email WHERE kind = $1 AND data ->> 'targetId' = $2 ORDER BY id`,
    [kind, invoice.id],
  );
const range = () => `from=2020-01-01&to=2035-01-01&companyId=${invoice.companyId}`;
const statement = async () => Statement.parse(await get(`/api/billing/statement?${range()}`));
const owedOn = async (at: string) => {
  const day = labDayOf(at, lab.services.env.LAB_TIMEZONE);
  const report = AgeingReport.parse(await get(`/api/billing/reports/ageing?at=${day}`));
  return report.rows.find(({ companyId }) => companyId === invoice.companyId)?.total ?? 0;
};

test("a bounced check stays on the statement with its reversal, and the customer's notification says so", async () => {
  const before = await statement();
  const check = { kind: 'CHECK', amount: 1000, reference: 'CH-9', receivedAt: dayBefore(2) };
  const { payments } = await postInvoice('payments', check);
  const checkPayment = payments.find(({ reference }) => reference === 'CH-9');
  const [receipt] = await readEmails('PAYMENT_RECEIPT');
  expect(receipt?.to, 'whoever recorded it did not pay it').not.toBe('billing-manager@wbl.example');
  const owedThen = await owedOn(dayBefore(1));
  await postInvoice(`payments/${checkPayment?.id}/bounced`, { reason: 'No funds' });
  const after = await statement();
  const about = after.lines.filter(({ description }) => description.includes('CH-9'));
  expect(about.map(({ kind, amount, description }) => [kind, amount, description])).toEqual([
    ['PAYMENT', -1000, 'Check CH-9'],
    ['TAKEN_BACK', 1000, 'Check CH-9 bounced'],
  ]);
  expect(after.closingBalance).toBe(before.closingBalance);
  expect(await owedOn(dayBefore(1)), 'what was owed on a day stays so').toBe(owedThen);
  expect(await owedOn(new Date().toISOString())).toBe(after.closingBalance);
  const [email] = await readEmails('PAYMENT_FAILED');
  expect(email?.subject).toContain('did not arrive');
  expect(email?.text).toContain('No funds');
  expect(email?.text).not.toContain('card.');
});

test('a reversed write-off is due again, and nobody is notified of a failed payment', async () => {
  const emailCount = (await readEmails('PAYMENT_FAILED')).length;
  const off = { kind: 'WRITE_OFF', amount: 500, receivedAt: dayBefore(0), reason: 'Small rest' };
  const { payments, invoice: less } = await postInvoice('payments', off);
  const writeOff = payments.find(({ kind }) => kind === 'WRITE_OFF');
  const after = await postInvoice(`payments/${writeOff?.id}/bounced`, { reason: 'They pay it' });
  expect(after.invoice.balance).toBe(less.balance + 500);
  expect(after.payments.find(({ id }) => id === writeOff?.id)?.reason).toBe('Small rest');
  expect(await readEmails('PAYMENT_FAILED')).toHaveLength(emailCount);
});

test('an exported statement has the same balances', async () => {
  const statementView = await statement();
  const answer = await lab.call(
    'BILLING_MANAGER',
    'get',
    `/api/billing/statement/export?${range()}&format=csv`,
  );
  expect(answer.headers['content-type']).toContain('text/csv');
  expect(answer.headers['content-disposition']).toContain(
    `statement-northfield-biotech-${statementView.from}-${statementView.to}.csv`,
  );
  const lines = answer.text.trim().split('\r\n');
  expect(lines).toHaveLength(statementView.lines.length + 3);
  expect(lines[0]).toContain('Owed after it');
  expect(lines.at(-1)).toContain(`Closing balance,,${(statementView.closingBalance / 100).toFixed(2)}`);
  const book = await lab.call(
    'BILLING_MANAGER',
    'get',
    `/api/billing/statement/export?${range()}&format=xlsx`,
  );
  expect(book.headers['content-type']).toContain('spreadsheetml');
  const wrong = await lab.call(
    'BILLING_MANAGER',
    'get',
    `/api/billing/statement/export?${range()}&format=exe`,
  );
  expect(wrong.status).toBe(422);
});
