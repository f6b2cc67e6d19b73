import { afterAll, beforeAll, expect, test } from 'vitest';
import { SearchHits } from '#db/records/search-hits.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

async function find(caller: Caller, text: string) {
  const answer = await lab.call(caller, 'post', '/api/search', { text });
  expect([answer.status, text], JSON.stringify(answer.body)).toEqual([200, text]);
  return SearchHits.parse(answer.body).hits;
}

const kindsOf = (hits: { kind: string }[]): string[] => [...new Set(hits.map(({ kind }) => kind))];

/** The number of an order of the business entity, or of another company than that of the role. */
async function orderOf(entity: string, besidesRole?: string) {
  const [row] = await lab.rows<{ id: string; orderNumber: string }>(
    `SELECT o.id, o.order_number AS "orderNumber" FROM "order" o WHERE o.entity = $1 AND NOT o.deleted
        AND o.status <> 'DRAFT' AND ($2::text IS NULL OR o.company_id NOT IN
          (SELECT company_id FROM user_company WHERE role = $2 AND entity = $1)) ORDER BY o.id LIMIT 1`,
    [entity, besidesRole ?? null],
  );
  if (!row) throw new Error(`The demo lab has no order of ${entity}.`);
  return row;
}

test('a search by number finds the order with its specimens and invoice, a few of each kind', async () => {
  const [row] = await lab.rows<{ orderNumber: string }>(
    `SELECT o.order_number AS "orderNumber" FROM "order" o JOIN invoice i ON i.order_id = o.id
      WHERE o.entity = 'WBL' AND NOT o.deleted AND EXISTS (SELECT 1 FROM specimen s WHERE s.order_id = o.id AND NOT s.deleted)
      ORDER BY o.id LIMIT 1`,
  );
  const hits = await find('ADMIN', row?.orderNumber ?? '');
  expect(kindsOf(hits)).toEqual(expect.arrayContaining(['Order', 'Specimen', 'Invoice']));
  expect(hits.find(({ kind }) => kind === 'Order')?.title).toBe(row?.orderNumber);
  for (const kind of kindsOf(hits))
    expect(hits.filter((hit) => hit.kind === kind).length).toBeLessThanOrEqual(5);
});

test('a customer finds nothing of another organization', async () => {
  const other = await orderOf('WBL', 'COMPANY_USER');
  expect((await find('ADMIN', other.orderNumber)).map(({ id }) => id)).toContain(other.id);
  expect(await find('COMPANY_USER', other.orderNumber)).toEqual([]);
  const [company] = await lab.rows<{ name: string }>(
    `SELECT name FROM company WHERE id =
    (SELECT company_id FROM "order" WHERE id = $1)`,
    [other.id],
  );
  expect(await find('COMPANY_USER', company?.name ?? '')).toEqual([]);
  expect(kindsOf(await find('ADMIN', company?.name ?? ''))).toContain('Company');
});

test('an office of RESONANT finds nothing of WBL', async () => {
  const order = await orderOf('WBL');
  for (const caller of ['RESONANT:CS_MANAGER', 'RESONANT:BILLING_MANAGER', 'RESONANT:ADMIN'] as const)
    expect(await find(caller, order.orderNumber)).toEqual([]);
});

test('a search shows only the kinds that the role may list', async () => {
  const { orderNumber } = await orderOf('WBL');
  expect(kindsOf(await find('SALES_REP', orderNumber))).toEqual(['Order']);
  const [row] = await lab.rows<{ barcode: string }>(
    `SELECT barcode FROM sample WHERE entity = 'WBL' AND NOT deleted ORDER BY id LIMIT 1`,
  );
  expect(kindsOf(await find('LAB_TECH', row?.barcode ?? ''))).toContain('Sample');
  expect(kindsOf(await find('SALES_REP', row?.barcode ?? ''))).not.toContain('Sample');
});

test('a text that no index answers is refused', async () => {
  for (const text of ['', 'ab', 'x'.repeat(101)])
    expect((await lab.call('ADMIN', 'post', '/api/search', { text })).status).toBe(422);
  expect((await lab.call(null, 'post', '/api/search', { text: 'order' })).status).toBe(401);
});
