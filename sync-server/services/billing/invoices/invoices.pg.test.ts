import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BillingQueue,
  BillingSummary,
  InvoicePage,
  InvoicesSummary,
} from '#db/billing/invoices/listed-invoice.ts';
import { ShownInvoice, Statement } from '#db/billing/invoices/shown-invoice.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import type { Message } from '#sync-server/integrations/mail/mailer.ts';
import { sendInvoiceReminders } from '#sync-server/jobs/tasks/remind-of-invoices.ts';
import { sendDueEmails } from '#sync-server/jobs/tasks/send-emails.ts';
import { attachmentFor } from '#sync-server/services/billing/documents/attachments.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const BILLING: Caller = 'BILLING_MANAGER';
const BASE = '/api/billing/invoice';
const get = async (caller: Caller, path: string) => {
  const answer = await lab.call(caller, 'get', path);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
};
const postInvoice = async (path: string, body: object) => {
  const answer = await lab.call(BILLING, 'post', `${BASE}/${path}`, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return ShownInvoice.parse(answer.body);
};
const page = async (caller: Caller, path: string) => InvoicePage.parse(await get(caller, path));
const mails = (kind: string, id: string) =>
  lab.rows<{ to: string }>(`SELECT "to" FROM email WHERE kind = $1 AND data ->> 'targetId' = $2`, [kind, id]);

/** Issue an invoice of an order with completed work. */
async function issued(): Promise<ShownInvoice> {
  const waiting = await page(BILLING, `${BASE}?status=AWAITING_BILLING&sort=totalDue:desc`);
  const [row] = waiting.rows;
  expect(row).toBeDefined();
  return postInvoice(`${row?.id}/issue`, { seenTotal: row?.totalDue });
}

test('billing issues an invoice, records a partial check payment, refunds, and voids with a correction', async () => {
  const issuedInvoice = await issued();
  const { id, invoiceNumber, totalDue } = issuedInvoice.invoice;
  expect(invoiceNumber).toMatch(/^INV-W-\d{2}-\d{6}$/);
  expect(issuedInvoice.invoice.status).toBe('BILLED');
  expect(issuedInvoice.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(totalDue);
  expect((await mails('INVOICE_ISSUED', id)).length).toBeGreaterThan(0);

  const receivedAt = new Date(Date.now() - 3_600_000).toISOString();
  const check = { kind: 'CHECK', amount: 1000, reference: '4711', receivedAt };
  const afterPayment = await postInvoice(`${id}/payments`, check);
  expect(afterPayment.invoice).toMatchObject({ status: 'PARTIALLY_PAID', balance: totalDue - 1000 });
  expect((await lab.call(BILLING, 'post', `${BASE}/${id}/payments`, check)).status).toBe(409);
  const voidRefusal = await lab.call(BILLING, 'post', `${BASE}/${id}/void`, { reason: 'Wrong' });
  expect(voidRefusal.body.error).toContain('Refund or reassign payments before voiding.');

  const [payment] = afterPayment.payments;
  await postInvoice(`${id}/refunds`, { paymentId: payment?.id, amount: 1000, reason: 'Wrong invoice' });
  const corrected = await postInvoice(`${id}/correct`, { reason: 'Wrong price' });
  expect(corrected.invoice).toMatchObject({ status: 'AWAITING_BILLING', totalDue });
  expect(corrected.corrects?.id).toBe(id);
  const next = await postInvoice(`${corrected.invoice.id}/issue`, {});
  expect(Number(next.invoice.invoiceNumber.slice(-6))).toBe(Number(invoiceNumber.slice(-6)) + 1);
  expect(ShownInvoice.parse(await get(BILLING, `${BASE}/${id}`)).invoice.status).toBe('VOID');
  expect((await mails('INVOICE_VOIDED', id)).length).toBeGreaterThan(0);
});

test('customers see the invoices of their own company and their possible actions, nobody else’s', async () => {
  const ownPage = await page('COMPANY_MANAGER', '/api/invoices?limit=500');
  expect(ownPage.total).toBeGreaterThan(0);
  expect(new Set(ownPage.rows.map(({ companyId }) => companyId)).size).toBe(1);
  const all = await page(BILLING, `${BASE}?limit=500`);
  const other = all.rows.find(({ companyId }) => companyId !== ownPage.rows[0]?.companyId);
  expect((await lab.call('COMPANY_MANAGER', 'get', `/api/invoices/${other?.id}`)).status).toBe(404);
  expect((await lab.call('COMPANY_MANAGER', 'get', `/api/invoices/${other?.id}/pdf`)).status).toBe(404);
  const statement = `/api/invoices/statement?from=2020-01-01&to=2030-01-01`;
  const foreignStatement = await lab.call(
    'COMPANY_MANAGER',
    'get',
    `${statement}&companyId=${other?.companyId}`,
  );
  expect(foreignStatement.status).toBe(404);
  expect((await lab.call('RESONANT:BILLING_MANAGER', 'get', `${BASE}/${other?.id}`)).status).toBe(404);
  expect((await lab.call('COMPANY_MANAGER', 'get', BASE)).status).toBe(403);
  const issuedInvoice = ShownInvoice.parse(
    await get('COMPANY_MANAGER', `/api/invoices/${ownPage.rows[0]?.id}`),
  );
  expect(issuedInvoice.actions.filter((name) => name !== 'pay')).toEqual([]);
});

test('the server searches, filters, sorts and pages the list', async () => {
  const all = await page(BILLING, `${BASE}?sort=totalDue:desc,id:asc&limit=500`);
  const totals = all.rows.map(({ totalDue }) => totalDue);
  expect(totals).toEqual([...totals].sort((a, b) => b - a));
  const second = await page(BILLING, `${BASE}?sort=totalDue:desc,id:asc&limit=2&page=2`);
  expect(second.rows.map(({ id }) => id)).toEqual(all.rows.slice(2, 4).map(({ id }) => id));
  const [one] = all.rows;
  const searchPage = await page(BILLING, `${BASE}?search=${one?.invoiceNumber}`);
  expect(searchPage.rows.map(({ id }) => id)).toEqual([one?.id]);
  const overdue = await page(BILLING, `${BASE}?stand=overdue`);
  expect(overdue.rows.length).toBeGreaterThan(0);
  expect(overdue.rows.every(({ overdueDays, balance }) => overdueDays > 0 && balance > 0)).toBe(true);
  expect((await page(BILLING, `${BASE}?search=%25`)).total).toBe(0);
  expect((await lab.call(BILLING, 'get', `${BASE}?from=2026-99-99`)).status).toBe(422);
  expect((await lab.call(BILLING, 'get', `${BASE}?sort=pdfFileId:asc`)).status).toBe(422);
  const csv = await lab.call(BILLING, 'get', `${BASE}/export?stand=overdue`);
  expect(csv.text.split('\r\n').length).toBe(overdue.total + 2);
  const fullExport = await lab.call(BILLING, 'get', `${BASE}/export`);
  expect(fullExport.text, 'a discount is a number').toMatch(/,-\d+\.\d\d,/);
  expect(fullExport.text).not.toContain("'-");
});

test('summary, queue and statement agree with the invoices', async () => {
  const summary = BillingSummary.parse(await get(BILLING, '/api/billing/summary'));
  const open = await page(BILLING, `${BASE}?stand=open&limit=500`);
  expect(summary.open).toBe(open.rows.reduce((sum, { balance }) => sum + balance, 0));
  expect(Object.values(summary.ageing).reduce((sum, one) => sum + one, 0)).toBe(summary.open);
  const queue = BillingQueue.parse(await get(BILLING, '/api/billing/queue'));
  expect(queue.toIssue.every(({ status }) => status === 'AWAITING_BILLING')).toBe(true);
  InvoicesSummary.parse(await get('COMPANY_MANAGER', '/api/invoices/summary'));

  const companyId = open.rows[0]?.companyId ?? '';
  const range = `from=2020-01-01&to=2035-01-01&companyId=${companyId}`;
  const issuedInvoice = Statement.parse(await get(BILLING, `/api/billing/statement?${range}`));
  const openPage = await page(BILLING, `${BASE}?companyId=${companyId}&stand=open&limit=500`);
  expect(issuedInvoice.closingBalance).toBe(openPage.rows.reduce((sum, { balance }) => sum + balance, 0));
  const billed = issuedInvoice.lines.filter(({ description }) => description.startsWith('Invoice, due'));
  for (const { description } of billed)
    expect(description).toMatch(/^Invoice, due [A-Z][a-z]{2} \d{1,2}, 20\d\d$/);
  expect(billed.length).toBeGreaterThan(0);
  const pdfAnswer = await lab.call(BILLING, 'get', `/api/billing/statement/pdf?${range}`);
  expect(pdfAnswer.headers['content-type']).toBe('application/pdf');
});

test('an issued invoice renders identically each time, with its number, and is attached to its email', async () => {
  const [row] = (await page(BILLING, `${BASE}?status=PAID_IN_FULL`)).rows;
  const draw = async () => (await lab.call(BILLING, 'get', `${BASE}/${row?.id}/pdf`)).body as Buffer;
  const pdfAnswer = await draw();
  expect(pdfAnswer.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdfAnswer.equals(await draw())).toBe(true);
  await postInvoice(`${row?.id}/send`, {});
  const sentMessages: Message[] = [];
  const mailer = { keepsOutbox: false, send: async (message: Message) => void sentMessages.push(message) };
  await sendDueEmails(
    lab.database.pool,
    mailer,
    () => new Date(),
    (mail) => attachmentFor(lab.services, mail),
  );
  const issuedMail = sentMessages.find(
    ({ kind, subject }) => kind === 'INVOICE_ISSUED' && subject.includes(row?.invoiceNumber ?? '-'),
  );
  expect(issuedMail?.attachments?.map(({ filename }) => filename)).toEqual([`${row?.invoiceNumber}.pdf`]);
});

test('the emails about an invoice carry the same PDF, and each invoice has its own', async () => {
  const [one, other] = (await page(BILLING, `${BASE}?status=PAID_IN_FULL`)).rows;
  const pdfAnswer = async (targetId = '') => {
    const mail = {
      entity: 'WBL',
      kind: 'INVOICE_ISSUED',
      data: { targetType: 'Invoice', targetId },
    } as const;
    const [attached] = await attachmentFor(lab.services, mail);
    return attached?.content ?? Buffer.from('');
  };
  const first = await pdfAnswer(one?.id);
  expect(first.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await pdfAnswer(one?.id)).equals(first)).toBe(true);
  expect((await pdfAnswer(other?.id)).equals(first)).toBe(false);
});

test('an overdue invoice is reminded of after 1, 15 and 30 days, once each', async () => {
  const { invoice } = await issued();
  const due = Date.parse(`${invoice.dueDate}T16:00:00Z`);
  const remind = async (days: number) => {
    const now = () => new Date(due + days * 86_400_000);
    await sendInvoiceReminders({ ...lab.services, now });
    return (await mails('INVOICE_OVERDUE', invoice.id)).length;
  };
  const people = new Set((await mails('INVOICE_ISSUED', invoice.id)).map(({ to }) => to)).size;
  expect(await remind(0)).toBe(0);
  expect(await remind(1)).toBe(people);
  expect(await remind(2)).toBe(people);
  const overdueInvoice = ShownInvoice.parse(await get(BILLING, `${BASE}/${invoice.id}`));
  expect(overdueInvoice.invoice).toMatchObject({ status: 'AWAITING_PAYMENT', remindedDays: 1 });
  expect(await remind(15)).toBe(2 * people);
  expect(await remind(40)).toBe(3 * people);
  expect(await remind(90)).toBe(3 * people);
});

test('two people who issue or bill the same order at once create one invoice', async () => {
  const [wrong] = (await page(BILLING, `${BASE}?status=BILLED&status=AWAITING_PAYMENT&sort=dueDate:desc`))
    .rows;
  const { invoice: row } = await postInvoice(`${wrong?.id}/correct`, { reason: 'Wrong address' });
  const both = await Promise.all([1, 2].map(() => lab.call(BILLING, 'post', `${BASE}/${row.id}/issue`, {})));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const numbers = await lab.rows<{ n: number }>(
    `SELECT right(invoice_number, 6)::int AS n FROM invoice WHERE entity = 'WBL' AND issued_at IS NOT NULL ORDER BY 1`,
  );
  expect(numbers.map(({ n }) => n)).toEqual(numbers.map((_, index) => index + 1));
});
