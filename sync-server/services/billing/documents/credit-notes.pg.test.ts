import { afterAll, beforeAll, expect, test } from 'vitest';
import { InvoicePage } from '#db/billing/invoices/listed-invoice.ts';
import { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { attachmentFor } from './attachments.ts';
import { storeMissingPdfs } from './stored-pdf.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const BILLING: Caller = 'BILLING_MANAGER';
const BASE = '/api/billing/invoice';
const page = async (query: string) =>
  InvoicePage.parse((await lab.call(BILLING, 'get', `${BASE}?${query}`)).body);
const read = async (id: string) => ShownInvoice.parse((await lab.call(BILLING, 'get', `${BASE}/${id}`)).body);
const pdfOf = async (caller: Caller, path: string) => {
  const answer = await lab.call(caller, 'get', path);
  expect(answer.status, path).toBe(200);
  return answer.body as Buffer;
};
const post = async (path: string, body: object) => {
  const answer = await lab.call(BILLING, 'post', `${BASE}/${path}`, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return ShownInvoice.parse(answer.body);
};
const fileOf = async (id: string) =>
  (
    await lab.rows<{ id: string; title: string; status: string }>(
      `SELECT f.id, f.title, f.status FROM invoice i JOIN s3_file f ON f.id = i.pdf_file_id WHERE i.id = $1`,
      [id],
    )
  )[0];

test('the PDF of an invoice is stored when it is issued, and stays the same whatever is paid or voided', async () => {
  const [waiting] = (await page('status=AWAITING_BILLING&sort=totalDue:desc')).rows;
  const { invoice } = await post(`${waiting?.id}/issue`, { seenTotal: waiting?.totalDue });
  expect(await fileOf(invoice.id)).toMatchObject({ title: `${invoice.invoiceNumber}.pdf`, status: 'STORED' });
  const issuedPdf = await pdfOf(BILLING, `${BASE}/${invoice.id}/pdf`);
  const receivedAt = new Date(Date.now() - 3_600_000).toISOString();
  await post(`${invoice.id}/payments`, { kind: 'CHECK', amount: 1000, reference: 'CH-9', receivedAt });
  const { payments } = await read(invoice.id);
  await post(`${invoice.id}/refunds`, { paymentId: payments[0]?.id, amount: 1000, reason: 'Wrong invoice' });
  await post(`${invoice.id}/void`, { reason: 'Wrong company' });
  expect((await pdfOf(BILLING, `${BASE}/${invoice.id}/pdf`)).equals(issuedPdf)).toBe(true);
  const change = `UPDATE invoice SET pdf_file_id = NULL WHERE id = '${invoice.id}'`;
  await expect(lab.database.pool.query(change)).rejects.toThrow('is stored and cannot be changed');
});

test('the job stores what has no PDF yet, once', async () => {
  const missing = () =>
    lab.rows('SELECT id FROM invoice WHERE issued_at IS NOT NULL AND pdf_file_id IS NULL AND NOT deleted');
  const before = (await missing()).length;
  expect(before).toBeGreaterThan(1);
  expect(await storeMissingPdfs(lab.services, 1)).toBe(1);
  expect((await missing()).length).toBe(before - 1);
});

test('two readers of an invoice without PDF get the same stored one', async () => {
  const [row] = await lab.rows<{ id: string }>(
    `SELECT id FROM invoice WHERE issued_at IS NOT NULL AND pdf_file_id IS NULL AND entity = 'WBL' LIMIT 1`,
  );
  const path = `${BASE}/${row?.id}/pdf`;
  const [one, other] = await Promise.all([pdfOf(BILLING, path), pdfOf(BILLING, path)]);
  expect(one.equals(other)).toBe(true);
  const files = await lab.rows('SELECT id FROM s3_file WHERE target_id = $1', [row?.id]);
  expect(files).toHaveLength(1);
});

test('billing corrects a paid invoice and refunds in one call; the customer reads and gets the credit note', async () => {
  const [paidInvoice] = (await page('status=PAID_IN_FULL&sort=totalDue:desc')).rows;
  const { id = '', totalDue = 0 } = paidInvoice ?? {};
  const before = await read(id);
  expect(before.actions).toContain('credit');
  const after = await post(`${id}/credit`, { amount: 1500, reason: 'One specimen was billed twice' });
  expect(after.invoice).toMatchObject({ totalDue, status: 'PAID_IN_FULL' });
  expect(after.refundsDue).toBe(1500);
  const [note] = after.creditNotes;
  expect(note).toMatchObject({ amount: 1500, voided: false });
  expect(note?.creditNoteNumber).toMatch(/^CN-W-\d{2}-\d{6}$/);
  const notePath = `${BASE}/${id}/credit-notes/${note?.id}/pdf`;
  const pdf = await pdfOf(BILLING, notePath);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await pdfOf(BILLING, notePath)).equals(pdf)).toBe(true);
  const mails = await lab.rows<{ data: unknown }>(
    `SELECT data FROM email WHERE kind = 'CREDIT_NOTE' AND data ->> 'targetId' = $1`,
    [id],
  );
  expect(mails.length).toBeGreaterThan(0);
  const [attached] = await attachmentFor(lab.services, {
    entity: 'WBL',
    kind: 'CREDIT_NOTE',
    data: mails[0]?.data,
  });
  expect(attached?.filename).toBe(`${note?.creditNoteNumber}.pdf`);
  expect(attached?.content.equals(pdf)).toBe(true);
});

test('credit notes of several people at once have numbers without a gap, and never credit more than the invoice', async () => {
  const [open] = (await page('stand=open&sort=totalDue:desc')).rows;
  const { id = '', totalDue = 0 } = open ?? {};
  const half = Math.ceil(totalDue / 2) + 1;
  const answers = await Promise.all(
    [half, half, 100, 100].map((amount) =>
      lab.call(BILLING, 'post', `${BASE}/${id}/credit`, { amount, reason: 'Billed twice' }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422]);
  const numbers = await lab.rows<{ n: number }>(
    `SELECT right(credit_note_number, 6)::int AS n FROM credit_note WHERE entity = 'WBL' ORDER BY 1`,
  );
  expect(numbers.map(({ n }) => n)).toEqual(numbers.map((_, index) => index + 1));
});

test('a credit note and a receipt of another organization are not found', async () => {
  const [row] = await lab.rows<{ invoiceId: string; id: string }>(
    'SELECT invoice_id AS "invoiceId", id FROM credit_note ORDER BY credit_note_number LIMIT 1',
  );
  const [payment] = await lab.rows<{ id: string }>(
    `SELECT id FROM payment WHERE invoice_id = $1 AND kind NOT IN ('REFUND', 'WRITE_OFF') AND status = 'SUCCEEDED'`,
    [row?.invoiceId],
  );
  for (const caller of ['RESONANT:COMPANY_MANAGER', 'RESONANT:BILLING_MANAGER'] as const) {
    const base = caller.endsWith('BILLING_MANAGER') ? BASE : '/api/invoices';
    for (const path of [`credit-notes/${row?.id}/pdf`, `payments/${payment?.id}/receipt`]) {
      const answer = await lab.call(caller, 'get', `${base}/${row?.invoiceId}/${path}`);
      expect([403, 404], `${caller} ${path}`).toContain(answer.status);
    }
  }
  const receipt = await pdfOf(BILLING, `${BASE}/${row?.invoiceId}/payments/${payment?.id}/receipt`);
  expect(receipt.subarray(0, 5).toString()).toBe('%PDF-');
});
