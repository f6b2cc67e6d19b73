import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BillingSummary } from '#db/billing/invoices/listed-invoice.ts';
import { Statement } from '#db/billing/invoices/shown-invoice.ts';
import { AgeingReport, RevenueReport, TurnaroundReport } from '#db/billing/reports/reports.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
let zone: string;
let day: string;
let issued: Record<string, string>;
beforeAll(async () => {
  lab = await openDemoServer();
  zone = lab.services.env.LAB_TIMEZONE;
  day = labDayOf(new Date().toISOString(), zone);
  const [first] = await lab.rows(
    `SELECT id, company_id, order_id FROM invoice WHERE entity = 'WBL' AND issued_at IS NOT NULL AND NOT voided ORDER BY id LIMIT 1`,
  );
  issued = first ?? {};
});
afterAll(() => lab.close());

const BASE = '/api/billing/reports';
const EVER = 'from=2020-01-01&to=2029-12-31';
const get = async (path: string, caller: Caller = 'BILLING_MANAGER') => {
  const answer = await lab.call(caller, 'get', path);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
};
const revenue = async (query: string, caller?: Caller) =>
  RevenueReport.parse(await get(`${BASE}/revenue?${query}`, caller));
const ageing = async (query = '', caller?: Caller) =>
  AgeingReport.parse(await get(`${BASE}/ageing?${query}`, caller));
const turnaround = async (query: string, caller?: Caller) =>
  TurnaroundReport.parse(await get(`${BASE}/turnaround?${query}`, caller));

/** Return the instant of a time in the lab's time zone. */
const at = async (local: string): Promise<string> => {
  const [row] = await lab.rows<{ at: Date }>('SELECT $1::timestamp AT TIME ZONE $2 AS at', [local, zone]);
  return row?.at.toISOString() ?? '';
};
let numbers = 900_000;
/** Create an invoice like one of the demo lab, of 1000.00, with these differences. */
async function invoice(over: Record<string, unknown>): Promise<string> {
  const id = ulid();
  numbers += 1;
  const money = { subtotal: 100_000, adjustment_total: 0, total_due: 100_000, amount_paid: 0 };
  const row = { id, invoice_number: `INV-W-24-${numbers}`, status: 'BILLED', ...money, ...over };
  await lab.rows(
    'INSERT INTO invoice SELECT (jsonb_populate_record(i, $1::jsonb)).* FROM invoice i WHERE i.id = $2',
    [JSON.stringify(row), issued['id']],
  );
  return id;
}
/** Create an invoice that was voided at that time. */
async function voidedInvoice(over: Record<string, unknown>, when: string): Promise<void> {
  const id = await invoice({ ...over, status: 'VOID', voided: true });
  await lab.rows(
    `INSERT INTO event SELECT (jsonb_populate_record(e, jsonb_build_object('id', $1::text, 'target_type', 'Invoice',
       'target_id', $2::text, 'type', 'INVOICE_VOIDED', 'occurred_at', $3::text, 'entity', 'WBL'))).*
       FROM event e ORDER BY e.id LIMIT 1`,
    [ulid(), id, when],
  );
}
const pay = (invoiceId: string, kind: string, amount: number, receivedAt: string, status = 'SUCCEEDED') =>
  lab.rows(
    `INSERT INTO payment (id, created_at, updated_at, entity, invoice_id, kind, amount, status, received_at, attempt)
     VALUES ($1, $6, $6, 'WBL', $2, $3, $4, $5, $6, 1)`,
    [ulid(), invoiceId, kind, amount, status, receivedAt],
  );

test.each(['WBL', 'RESONANT'] as const)(
  'the revenue of %s agrees with its issued invoices and their payments, however it is grouped',
  async (entity) => {
    const [sums] = await lab.rows<Record<string, number>>(
      `SELECT sum(total_due)::float8 AS invoiced, count(*)::int AS "invoiceCount", sum(amount_paid)::float8 AS paid
         FROM invoice WHERE entity = $1 AND issued_at IS NOT NULL AND status NOT IN ('VOID', 'CANCELED')`,
      [entity],
    );
    expect(sums?.['invoiced']).toBeGreaterThan(0);
    const reports = await Promise.all(
      ['month', 'service', 'company'].map((by) =>
        revenue(`${EVER}&groupBy=${by}`, `${entity}:BILLING_MANAGER`),
      ),
    );
    for (const { rows, total } of reports) {
      expect(total).toMatchObject({ invoiced: sums?.['invoiced'], invoiceCount: sums?.['invoiceCount'] });
      expect(total.received + total.refunded + total.writtenOff).toBe(sums?.['paid']);
      expect(rows.reduce((sum, row) => sum + row.invoiced, 0)).toBe(total.invoiced);
    }
    expect(reports[0]?.rows).toHaveLength(120);
    expect(new Set(reports[2]?.rows.map(({ label }) => label)).size).toBe(reports[2]?.rows.length);
  },
);

test('a period covers whole days in the lab’s time zone; void and unpaid are omitted, refunds are negative', async () => {
  const last = await invoice({ issued_at: await at('2021-06-30 23:59:59.999') });
  await invoice({ issued_at: await at('2021-07-01 00:00') });
  await invoice({ issued_at: await at('2021-06-01 00:00') });
  await invoice({ issued_at: await at('2021-05-31 23:59:59.999') });
  await voidedInvoice({ issued_at: await at('2021-06-15 12:00') }, await at('2021-06-16 12:00'));
  await pay(last, 'CHECK', 70_000, await at('2021-06-30 23:59:59.999'));
  await pay(last, 'REFUND', -20_000, await at('2021-06-30 23:59:59.999'));
  await pay(last, 'WRITE_OFF', 500, await at('2021-06-30 23:00'));
  await pay(last, 'CARD', 9_000, await at('2021-06-30 23:00'), 'FAILED');
  await pay(last, 'WIRE', 1_000, await at('2021-07-01 00:00'));
  const june = { invoiced: 200_000, invoiceCount: 2, received: 70_000, refunded: -20_000, writtenOff: 500 };
  const { total } = await revenue('from=2021-06-01&to=2021-06-30');
  expect(total).toEqual(june);
  const { rows } = await revenue('from=2021-04-01&to=2021-07-01');
  expect(rows.map(({ id, invoiced, received }) => [id, invoiced, received])).toEqual([
    ['2021-04', 0, 0],
    ['2021-05', 100_000, 0],
    ['2021-06', 200_000, 70_000],
    ['2021-07', 100_000, 1_000],
  ]);
});

test("today's balances agree with billing's summary, and those of any day with the statements", async () => {
  await lab.rows(`UPDATE invoice i SET amount_paid = (SELECT coalesce(sum(p.amount), 0) FROM payment p
    WHERE p.invoice_id = i.id AND p.status = 'SUCCEEDED' AND NOT p.deleted) WHERE i.invoice_number LIKE 'INV-W-24-9%'`);
  const now = await ageing();
  expect(now.at).toBe(day);
  const { ageing: buckets, open } = BillingSummary.parse(await get('/api/billing/summary'));
  expect(now.total).toMatchObject({ ...buckets, total: open });
  for (const { companyId, total, companyName, invoiceCount, ...rest } of now.rows) {
    const query = `from=2020-01-01&to=${day}&companyId=${companyId}`;
    const statement = Statement.parse(await get(`/api/billing/statement?${query}`));
    expect({ ...rest, total }, companyName).toEqual({ ...statement.ageing, total: statement.closingBalance });
    expect(invoiceCount).toBeGreaterThan(0);
  }
});

test('an invoice moves through the aging buckets by the day, and was due until it was voided', async () => {
  const before = (await ageing('at=2023-06-01')).total;
  const id = await invoice({ issued_at: await at('2023-03-01 09:00'), due_date: '2023-03-31' });
  await pay(id, 'CHECK', 40_000, await at('2023-06-01 00:00'));
  await voidedInvoice(
    { issued_at: await at('2023-03-01 09:00'), due_date: '2023-03-31' },
    await at('2023-04-10 00:00'),
  );
  const more = async (on: string) => {
    const { total } = await ageing(`at=${on}`);
    return [total.notDue, total.days1To30, total.days31To60, total.days61To90].map(
      (sum, index) =>
        sum - ([before.notDue, before.days1To30, before.days31To60, before.days61To90][index] ?? 0),
    );
  };
  expect(await more('2023-02-28')).toEqual([0, 0, 0, 0]);
  expect(await more('2023-03-31')).toEqual([200_000, 0, 0, 0]);
  expect(await more('2023-04-09')).toEqual([0, 200_000, 0, 0]);
  expect(await more('2023-04-10')).toEqual([0, 100_000, 0, 0]);
  expect(await more('2023-04-30')).toEqual([0, 100_000, 0, 0]);
  expect(await more('2023-05-01')).toEqual([0, 0, 100_000, 0]);
  expect(await more('2023-05-31')).toEqual([0, 0, 0, 100_000]);
  expect(await more('2023-06-01')).toEqual([0, 0, 0, 60_000]);
});

test('turnaround counts the days from receipt to completion, by service and month', async () => {
  const specimens = await lab.rows(
    `SELECT s.id FROM specimen s JOIN "order" o ON o.id = s.order_id
      WHERE s.entity = 'WBL' AND o.protocol_id = (SELECT protocol_id FROM "order" WHERE id = $1) ORDER BY s.id LIMIT 11`,
    [issued['order_id']],
  );
  const received = Date.parse(await at('2021-01-04 09:00'));
  for (const [index, { id }] of specimens.entries())
    await lab.rows('UPDATE specimen SET received_at = $2, completed_at = $3 WHERE id = $1', [
      id,
      new Date(received),
      new Date(received + (index + 1) * 86_400_000),
    ]);
  const count = specimens.length;
  expect(count).toBeGreaterThan(3);
  const statement = await turnaround('from=2021-01-01&to=2021-01-31');
  const median = (count + 1) / 2;
  const p90 = Math.round((1 + 0.9 * (count - 1)) * 10) / 10;
  expect(statement.all).toEqual({ count, median, p90 });
  expect(statement.months).toEqual([{ month: '2021-01', count, median, p90 }]);
  expect(statement.services).toMatchObject([{ count, median, p90 }]);
  expect(statement.monthsOfServices).toMatchObject([{ month: '2021-01', count }]);
  const first = await turnaround('from=2021-01-05&to=2021-01-05');
  expect(first.all).toEqual({ count: 1, median: 1, p90: 1 });
  expect((await turnaround('from=2000-01-01&to=2000-01-31')).all).toBeNull();
});

test('no report counts rows of the other business entity or of an invisible company', async () => {
  const otherCaller: Caller = 'RESONANT:BILLING_MANAGER';
  const [ownRevenue, foreignAgeing] = [
    await revenue(`${EVER}&groupBy=company`),
    await ageing('', otherCaller),
  ];
  const ours = new Set(ownRevenue.rows.map(({ id }) => id));
  expect(foreignAgeing.rows.filter(({ companyId }) => ours.has(companyId))).toEqual([]);
  expect((await revenue('from=2021-06-01&to=2021-06-30', otherCaller)).total.invoiced).toBe(0);
  expect((await turnaround('from=2021-01-01&to=2021-01-31', otherCaller)).all).toBeNull();
  const [clinic] = await lab.rows(
    `SELECT company_id FROM user_company WHERE entity = 'RESONANT' AND role = 'CLINICAL_BILLING_MANAGER' LIMIT 1`,
  );
  const narrow = await revenue(`${EVER}&groupBy=company`, 'RESONANT:CLINICAL_BILLING_MANAGER');
  const children = await lab.rows('SELECT id FROM company WHERE id = $1 OR parent_company_id = $1', [
    clinic?.['company_id'],
  ]);
  const childIds = new Set(children.map(({ id }) => id));
  expect(narrow.rows.every(({ id }) => childIds.has(id))).toBe(true);
});

test('readers without the billing grant and invalid days are refused', async () => {
  for (const name of ['revenue', 'ageing', 'turnaround']) {
    const path = `${BASE}/${name}?${name === 'ageing' ? '' : EVER}`;
    expect((await lab.call('COMPANY_MANAGER', 'get', path)).status).toBe(403);
    expect((await lab.call('LAB_TECH', 'get', path)).status).toBe(403);
    expect((await lab.call(null, 'get', path)).status).toBe(401);
  }
  const wrong = [
    'revenue',
    'revenue?from=2026-02-01&to=2026-01-01',
    'revenue?from=2026-99-99&to=2026-01-01',
    'revenue?from=0000-01-01&to=2026-01-01',
    'revenue?from=2001-01-01&to=2026-01-01',
    `revenue?${EVER}&groupBy=person`,
    'ageing?at=tomorrow',
    'turnaround?from=2026-01-01',
    `turnaround?${EVER}&format=pdf`,
  ];
  for (const path of wrong)
    expect((await lab.call('BILLING_MANAGER', 'get', `${BASE}/${path}`)).status, path).toBe(422);
});

test('an exported file has the same sums as numbers, runs no formula, and is in the access log', async () => {
  await lab.rows(`UPDATE company SET name = '=HYPERLINK("x")' WHERE id = $1`, [issued['company_id']]);
  const file = async (path: string) => {
    const answer = await lab.call('BILLING_MANAGER', 'get', `${BASE}/${path}&format=csv`);
    expect(answer.headers['content-type']).toContain('text/csv');
    return answer.text.replace(/^\uFEFF/, '').split('\r\n');
  };
  const lines = await file('revenue?from=2021-06-01&to=2021-06-30&groupBy=company');
  expect(lines[0]).toBe('Organization,Invoices,Invoiced,Received,Refunded,Written off');
  expect(lines[1]).toBe(`"'=HYPERLINK(""x"")",2,2000.00,700.00,-200.00,5.00`);
  expect(lines[2]).toBe('Total,2,2000.00,700.00,-200.00,5.00');
  const ageingLines = await file(`ageing?at=${day}`);
  expect(ageingLines.at(-2)?.split(',').at(-1)).toBe(((await ageing()).total.total / 100).toFixed(2));
  expect((await file('turnaround?from=2021-01-01&to=2021-01-31'))[1]).toMatch(
    /^All services,All months,\d+,/,
  );
  const logged = await lab.rows(
    `SELECT target_type FROM access_log WHERE action = 'EXPORT' AND target_type LIKE 'billing/reports/%' ORDER BY 1`,
  );
  expect(logged.map(({ target_type }) => target_type)).toEqual(
    ['ageing', 'revenue', 'turnaround'].map((name) => `billing/reports/${name}`),
  );
});
