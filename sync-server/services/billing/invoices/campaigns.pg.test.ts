import { afterAll, beforeAll, expect, test } from 'vitest';
import { InvoicePage, InvoicesSummary } from '#db/billing/invoices/listed-invoice.ts';
import { ShownInvoice, Statement } from '#db/billing/invoices/shown-invoice.ts';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { ShownCompany } from '#db/organizations/shown-company.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const STAFF: Caller = 'PROJECT_MANAGER';
const BILLING: Caller = 'BILLING_MANAGER';
/** The manager of the sponsoring company, and the one of the ordering university. */
const SPONSOR: Caller = 'COMPANY_MANAGER';
const ORDERER: Caller = 'INSTITUTION_MANAGER';
const CODE = 'KITS-27';
const PLACE = { line1: '1 Test Way', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' };

type Method = Parameters<DemoServer['call']>[1];
async function ask(caller: Caller, method: Method, path: string, body?: object) {
  const answer = await lab.call(caller, method, path, body);
  expect([200, 201], `${path} ${JSON.stringify(answer.body)}`).toContain(answer.status);
  return answer.body;
}
const idOf = async (text: string, values: unknown[]): Promise<string> =>
  (await lab.rows<{ id: string }>(text, values))[0]?.id ?? '';
const companyId = (name: string) => idOf(`SELECT id FROM company WHERE entity = 'WBL' AND name = $1`, [name]);
const mailsAbout = (kind: string, id: string) =>
  lab.rows<{ to: string; subject: string; text: string; html: string }>(
    `SELECT "to", subject, text, html FROM email WHERE kind = $1 AND data ->> 'targetId' = $2 ORDER BY "to"`,
    [kind, id],
  );

/** Create a draft of the university for a campaign, complete except for the code. */
async function beginOrder(): Promise<ShownDraft> {
  const protocolId = await idOf(
    `SELECT protocol_id AS id FROM service WHERE entity = 'WBL' AND status = 'LIVE' AND package_types @> '{TUBE}'
      ORDER BY min_specimens, sort_order, name LIMIT 1`,
    [],
  );
  const draftRequest = {
    protocolId,
    companyId: await companyId('Lakeside University'),
    orderType: 'CAMPAIGN',
  };
  const draft = ShownDraft.parse(await ask(STAFF, 'post', '/api/create-order', draftRequest));
  const { id, projectedSpecimenCount: count } = draft.order;
  const cells = {
    providedSourceSpecies: draft.protocol.acceptedSpecies[0] ?? 'HOMO_SAPIENS',
    providedSpecimenType: 'WHOLE_BLOOD',
  };
  const rows = Array.from({ length: count }, (_, index) => ({
    row: index + 1,
    cells: { customerSampleId: `Lake-tube-${index + 1}`, ...cells },
  }));
  await ask(STAFF, 'post', `/api/create-order/manifest/rows?orderId=${id}&mode=replace`, { rows });
  const agreed = { agreementTypes: ['NO_RIGHTS'], otherText: '', retentionPeriod: 'YEARS_2' };
  await ask(STAFF, 'post', `/api/create-order/${id}/data-use`, {
    ...agreed,
    agreementVersion: AGREEMENT_VERSION,
  });
  return saveDraft(id, { billingAddress: PLACE });
}

async function saveDraft(id: string, changes: object): Promise<ShownDraft> {
  const { order } = ShownDraft.parse(await ask(STAFF, 'get', `/api/create-order/${id}`));
  const body = { seenVersion: order.version, changes };
  return ShownDraft.parse(await ask(STAFF, 'post', `/api/create-order/${id}`, body));
}

/** Create a submitted campaign order with its draft invoice. */
async function placeOrder(): Promise<{ id: string; invoiceId: string }> {
  const { order } = await beginOrder();
  const { order: ready } = await saveDraft(order.id, { campaignCode: CODE });
  await ask(STAFF, 'post', `/api/create-order/${order.id}/submit`, { seenVersion: ready.version });
  return { id: order.id, invoiceId: await idOf('SELECT id FROM invoice WHERE order_id = $1', [order.id]) };
}

/** Everything of the university that its sponsor must not see. */
async function secretsOf(orderId: string): Promise<string[]> {
  const rows = await lab.rows<Record<string, string>>(
    `SELECT o.id, o.order_number AS number, s.id AS specimen, s.requisition_number AS requisition,
            s.customer_sample_id AS sample FROM "order" o JOIN specimen s ON s.order_id = o.id WHERE o.id = $1`,
    [orderId],
  );
  expect(rows.length).toBeGreaterThan(0);
  return [...new Set(rows.flatMap((row) => Object.values(row))), 'Lakeside', 'Lake-tube'];
}

test('staff edit the campaigns of a sponsor; its manager reads them, other customers see nothing', async () => {
  const path = `/api/companies/${await companyId('Northfield Biotech')}`;
  const campaign = { code: 'kits-27', name: 'Kits for universities' };
  expect((await lab.call(SPONSOR, 'post', `${path}/campaigns`, campaign)).status).toBe(403);
  expect((await lab.call(ORDERER, 'post', `${path}/campaigns`, campaign)).status).toBe(404);
  const added = ShownCompany.parse(await ask(BILLING, 'post', `${path}/campaigns`, campaign));
  const [kits] = added.campaigns;
  expect(kits).toMatchObject({ code: CODE, status: 'ACTIVE', orders: 0 });
  expect((await lab.call(BILLING, 'post', `${path}/campaigns`, campaign)).status).toBe(409);
  expect(ShownCompany.parse(await ask(SPONSOR, 'get', path)).campaigns).toEqual(added.campaigns);

  const reason = { reason: 'All kits are sent.' };
  const companyAfter = await ask(BILLING, 'patch', `${path}/campaigns/${kits?.id}/end`, reason);
  expect(ShownCompany.parse(companyAfter).campaigns).toMatchObject([{ status: 'ENDED' }]);
  const { order } = await beginOrder();
  const textsOf = async (campaignCode: string) =>
    (await saveDraft(order.id, { campaignCode })).problems.map(({ message }) => message);
  expect(await textsOf('NOBODY-KNOWS')).toEqual([
    'No campaign has this code. Check it, or add the campaign on the sponsor’s page.',
  ]);
  expect(await textsOf(CODE)).toEqual([
    'This campaign has ended. Enter the code of one that is active, or order in another way.',
  ]);
  await ask(BILLING, 'patch', `${path}/campaigns/${kits?.id}/resume`, {});
  const draftAnswer = await ask(STAFF, 'get', `/api/create-order/${order.id}`);
  expect(ShownDraft.parse(draftAnswer).problems).toEqual([]);
});

test('the ordering customer of a campaign owes nothing and sees no invoice; its sponsor gets the issued one', async () => {
  const { id, invoiceId } = await placeOrder();
  const order = ShownOrder.parse(await ask(ORDERER, 'get', `/api/orders/${id}`));
  expect(order).toMatchObject({ total: 0, invoices: [] });
  expect(order.subtotal).toBeGreaterThan(0);
  expect((await lab.call(ORDERER, 'get', `/api/invoices/${invoiceId}`)).status).toBe(404);
  expect((await lab.call(SPONSOR, 'get', `/api/orders/${id}`)).status).toBe(404);

  const before = InvoicesSummary.parse(await ask(SPONSOR, 'get', '/api/invoices/summary'));
  expect((await lab.call(SPONSOR, 'get', `/api/invoices/${invoiceId}`)).status).toBe(404);
  expect((await lab.call(SPONSOR, 'get', `/api/invoices/${invoiceId}/pdf`)).status).toBe(404);
  await finish(id);
  const path = `/api/billing/invoice/${invoiceId}`;
  const issued = ShownInvoice.parse(await ask(BILLING, 'post', `${path}/issue`, {}));
  expect(issued.company.name).toBe('Northfield Biotech');
  expect(issued.order?.id).toBe(id);
  expect(issued.invoice.totalDue).toBe(order.subtotal);
  const after = InvoicesSummary.parse(await ask(SPONSOR, 'get', '/api/invoices/summary'));
  expect(after.open - before.open).toBe(order.subtotal);
  const payment = { invoiceId, amount: 100 };
  expect((await lab.call(ORDERER, 'post', '/api/create-payment-intent', payment)).status).toBe(404);
  expect((await lab.call(ORDERER, 'get', `/api/invoices/${invoiceId}/pdf`)).status).toBe(404);
});

/** Finish the lab's work on an order. */
async function finish(orderId: string): Promise<void> {
  await lab.rows(
    `UPDATE specimen SET status = 'COMPLETED', completed_at = now(), billable = true WHERE order_id = $1`,
    [orderId],
  );
  await lab.rows(`UPDATE invoice SET status = 'AWAITING_BILLING' WHERE order_id = $1`, [orderId]);
}

test('a sponsor sees nothing of the order that it pays for, on any page, PDF, list, export or email', async () => {
  const { id, invoiceId } = await placeOrder();
  const secrets = await secretsOf(id);
  const expectNothingOf = (of: string, text: string) => {
    expect(text.length, of).toBeGreaterThan(0);
    for (const secret of secrets) expect(text, `${secret} in ${of}`).not.toContain(secret);
  };
  await finish(id);
  const invoicePath = `/api/billing/invoice/${invoiceId}`;
  await ask(BILLING, 'post', `${invoicePath}/issue`, {});

  const listOf = async (query: string) =>
    InvoicePage.parse(await ask(SPONSOR, 'get', `/api/invoices?limit=500&${query}`));
  const own = (await listOf('')).rows.find((row) => row.id === invoiceId);
  expect(own).toMatchObject({ campaignCode: CODE, orderNumber: null, orderId: null });
  expectNothingOf('the list', JSON.stringify(own));
  const number = secrets.find((one) => /^W-\d{6}$/.test(one)) ?? '';
  expect((await listOf(`search=${number}`)).total).toBe(0);
  expect((await listOf(`orderId=${id}`)).total).toBe(0);
  expect((await listOf(`search=${own?.invoiceNumber}`)).total).toBe(1);

  const csv = await lab.call(SPONSOR, 'get', `/api/invoices/export?search=${own?.invoiceNumber}`);
  expect(csv.text).toContain(CODE);
  expectNothingOf('the export', csv.text);
  const range = 'from=2020-01-01&to=2035-01-01';
  const statement = Statement.parse(await ask(SPONSOR, 'get', `/api/invoices/statement?${range}`));
  expect(statement.lines.map((line) => line.invoiceId)).toContain(invoiceId);
  const line = statement.lines.filter((one) => one.invoiceId === invoiceId);
  expectNothingOf('the statement', JSON.stringify(line));
  expect((await lab.call(SPONSOR, 'get', `/api/invoices/${invoiceId}/pdf`)).status).toBe(200);

  // A reason may name tubes; it is meant for their owner only.
  await ask(BILLING, 'post', `${invoicePath}/void`, { reason: `Not charged: ${secrets.join(', ')}` });
  const page = ShownInvoice.parse(await ask(SPONSOR, 'get', `/api/invoices/${invoiceId}`));
  expect(page.invoice).toMatchObject({ status: 'VOID', voidReason: null });
  expect(page.history.map(({ type }) => type)).toContain('INVOICE_VOIDED');
  expect(page.lines.map(({ quantity }) => quantity)).not.toEqual([]);
  expectNothingOf('the page, of which the paper is drawn', JSON.stringify(page));
  const billed = await lab.rows<{ emails: string[] }>(
    `SELECT billing_emails AS emails FROM company WHERE entity = 'WBL' AND name = 'Northfield Biotech'`,
  );
  for (const kind of ['INVOICE_ISSUED', 'INVOICE_VOIDED']) {
    const mails = await mailsAbout(kind, invoiceId);
    expect(mails.map(({ to }) => to)).toEqual([...(billed[0]?.emails ?? [])].sort());
    for (const mail of mails) expectNothingOf(kind, JSON.stringify(mail));
  }
});

test('canceling a campaign order shows its events to the ordering customer, but nothing of its ended invoice', async () => {
  const { id, invoiceId } = await placeOrder();
  await ask(ORDERER, 'post', `/api/orders/${id}/cancel`, { reason: 'The study was stopped' });
  expect(await lab.rows('SELECT status FROM invoice WHERE id = $1', [invoiceId])).toEqual([
    { status: 'CANCELED' },
  ]);
  const eventsText = JSON.stringify(await ask(ORDERER, 'get', '/api/events?limit=200'));
  expect(eventsText).toContain(id);
  expect(eventsText).not.toContain(invoiceId);
});

test('the managers of a sponsor without billing emails are notified, never the ordering customer', async () => {
  await lab.rows(
    `UPDATE company SET billing_emails = '{}' WHERE entity = 'WBL' AND name = 'Northfield Biotech'`,
  );
  const { id, invoiceId } = await placeOrder();
  await finish(id);
  await ask(BILLING, 'post', `/api/billing/invoice/${invoiceId}/issue`, {});
  const eventsText = (await mailsAbout('INVOICE_ISSUED', invoiceId)).map(({ to }) => to);
  expect(eventsText).toContain('company-manager@wbl.example');
  expect(eventsText.filter((to) => /institution|project/.test(to))).toEqual([]);
});

test('a returned order that is placed without the campaign belongs to its own organization again', async () => {
  const { id, invoiceId } = await placeOrder();
  await lab.rows(`UPDATE "order" SET status = 'DRAFT' WHERE id = $1`, [id]);
  await lab.rows(`UPDATE specimen SET status = 'DRAFT' WHERE order_id = $1`, [id]);
  await lab.rows(`UPDATE invoice SET status = 'PENDING' WHERE id = $1`, [invoiceId]);
  const { order } = await saveDraft(id, { orderType: 'SALES_ORDER' });
  await ask(STAFF, 'post', `/api/create-order/${id}/submit`, { seenVersion: order.version });
  const orderView = ShownOrder.parse(await ask(ORDERER, 'get', `/api/orders/${id}`));
  expect(orderView.invoices?.map((one) => one.id)).toEqual([invoiceId]);
  expect(orderView.total).toBe(orderView.subtotal);
});
