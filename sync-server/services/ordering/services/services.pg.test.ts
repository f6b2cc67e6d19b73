import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ShownQuote } from '#db/ordering/drafts/shown-draft.ts';
import { ServicePage, ShownService } from '#db/ordering/services/shown-service.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const list = async (caller: Caller, query = '') =>
  ServicePage.parse((await lab.call(caller, 'get', `/api/lab/services?limit=100${query}`)).body);
const read = (caller: Caller, id: string) => lab.call(caller, 'get', `/api/lab/services/${id}`);
const quote = (caller: Caller, body: object) => lab.call(caller, 'post', '/api/lab/services/quote', body);

const sold = async (caller: Caller = 'COMPANY_USER') => {
  const [first] = (await list(caller, '&sort=sortOrder:asc')).rows;
  if (!first) throw new Error('The demo lab sells nothing.');
  return first;
};
const standardOf = async (protocolId: string, minQuantity = 1) => {
  const [row] = await lab.rows<{ amount: string }>(
    'SELECT amount FROM price WHERE protocol_id = $1 AND company_type IS NULL AND min_quantity = $2',
    [protocolId, minQuantity],
  );
  return Number(row?.amount);
};

describe('the catalog', () => {
  test('shows customers the services on sale in their entity with the starting price', async () => {
    const { rows } = await list('COMPANY_USER');
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['LIVE']));
    expect(new Set(rows.map(({ entity }) => entity))).toEqual(new Set(['WBL']));
    const [first] = rows;
    expect(first?.fromAmount).toBe(await standardOf(first?.protocolId ?? '', 96));
  });

  test('shows a university its own price', async () => {
    await lab.rows(
      `UPDATE company SET type = 'UNIVERSITY' WHERE id = (
         SELECT company_id FROM user_company WHERE role = 'INSTITUTION_USER' AND entity = 'WBL' ORDER BY id LIMIT 1)`,
    );
    const first = await sold('INSTITUTION_USER');
    const answer = await read('INSTITUTION_USER', first.id);
    const { tiers } = ShownService.parse(answer.body);
    expect(tiers).toEqual([
      { minQuantity: 1, amount: Math.round((await standardOf(first.protocolId)) * 0.92) },
    ]);
  });

  test('hides services off sale from customers, but not from staff', async () => {
    const { id, slug } = await sold();
    await lab.rows(`UPDATE service SET status = 'DRAFT' WHERE id = $1`, [id]);
    expect((await list('COMPANY_USER', '&status=DRAFT')).rows.map((row) => row.id)).not.toContain(id);
    expect((await read('COMPANY_USER', id)).status).toBe(404);
    expect((await read('COMPANY_USER', slug)).status).toBe(404);
    expect((await list('SALES_LEADER')).rows.map((row) => row.id)).toContain(id);
    expect((await read('SALES_REP', id)).status).toBe(200);
    await lab.rows(`UPDATE service SET status = 'LIVE' WHERE id = $1`, [id]);
  });

  test('finds a service by its id or by the name in its URL, with its requirements', async () => {
    const { id, slug } = await sold();
    const byId = ShownService.parse((await read('COMPANY_USER', id)).body);
    const bySlug = ShownService.parse((await read('COMPANY_USER', slug)).body);
    expect(bySlug).toEqual(byId);
    expect(byId.protocol.acceptedSpecimenTypes.length).toBeGreaterThan(0);
    expect(byId.tiers.map(({ minQuantity }) => minQuantity)).toEqual([1, 24, 96]);
    expect(byId.nextStatuses).toEqual([]);
    expect(byId.history).toEqual([]);
  });

  test('does not find a service of the other entity', async () => {
    const [other] = await lab.rows(`SELECT id FROM service WHERE entity = 'RESONANT' LIMIT 1`);
    expect((await read('SALES_LEADER', other?.id ?? '')).status).toBe(404);
  });
});

describe('a quote', () => {
  test('has the price of the tier for the number of specimens', async () => {
    const { protocolId } = await sold();
    const answer = await quote('COMPANY_USER', { protocolId, count: 96 });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const quoteView = ShownQuote.parse(answer.body);
    const amount = await standardOf(protocolId, 96);
    expect(quoteView.unit).toBe(amount);
    expect(quoteView.totals.total).toBe(96 * amount);
  });

  test("uses the price of a project of the same company, and of no other company's project", async () => {
    const [agreed] = await lab.rows<{
      projectId: string;
      protocolId: string;
      companyId: string;
      amount: string;
    }>(
      `SELECT p.id AS "projectId", b.protocol_id AS "protocolId", p.company_id AS "companyId", b.amount
         FROM project_based_pricing b JOIN project p ON p.id = b.project_id WHERE b.entity = 'WBL' AND b.approved_at IS NOT NULL LIMIT 1`,
    );
    if (!agreed) throw new Error('The demo lab has no project price.');
    const { projectId, protocolId, companyId, amount } = agreed;
    const answer = await quote('PROJECT_MANAGER', { protocolId, companyId, projectId, count: 1 });
    expect(ShownQuote.parse(answer.body)).toMatchObject({
      unit: Number(amount),
      price: { source: 'PROJECT' },
    });
    const [other] = await lab.rows(
      `SELECT id FROM company WHERE entity = 'WBL' AND id <> $1 AND name NOT LIKE '%Laboratory' LIMIT 1`,
      [companyId],
    );
    const wrong = await quote('PROJECT_MANAGER', { protocolId, companyId: other?.id, projectId, count: 1 });
    expect(wrong.status).toBe(404);
  });

  test('is refused for another company, for one of its orders, and for zero specimens', async () => {
    const { protocolId } = await sold();
    const [own] = await lab.rows(
      `SELECT company_id AS id FROM user_company WHERE role = 'COMPANY_USER' AND entity = 'WBL' ORDER BY id LIMIT 1`,
    );
    const [other] = await lab.rows(
      `SELECT c.id, (SELECT o.id FROM "order" o WHERE o.company_id = c.id AND NOT o.deleted LIMIT 1) AS "orderId"
         FROM company c WHERE c.entity = 'WBL' AND c.id <> $1 AND EXISTS (SELECT 1 FROM "order" o WHERE o.company_id = c.id) LIMIT 1`,
      [own?.id],
    );
    expect((await quote('COMPANY_USER', { protocolId, count: 1, companyId: other?.id })).status).toBe(404);
    expect((await quote('COMPANY_USER', { protocolId, count: 1, orderId: other?.['orderId'] })).status).toBe(
      404,
    );
    expect((await quote('COMPANY_USER', { protocolId: 'nothing', count: 1 })).status).toBe(404);
  });

  test.each([{ count: 0 }, { count: 1.5 }, { count: 961 }, { count: '5' }, { count: 1, more: true }])(
    'of %j is invalid input',
    async (body) => {
      const { protocolId } = await sold();
      expect((await quote('COMPANY_USER', { protocolId, ...body })).status).toBe(422);
    },
  );

  test('needs the right to quote; a lab technician reads the catalog only', async () => {
    const { protocolId } = await sold();
    expect((await quote('LAB_TECH', { protocolId, count: 1 })).status).toBe(403);
    expect((await lab.call('LAB_TECH', 'get', '/api/lab/services')).status).toBe(200);
    expect((await lab.call('BILLING_MANAGER', 'get', '/api/lab/services')).status).toBe(403);
    expect((await lab.call(null, 'get', '/api/lab/services')).status).toBe(401);
  });
});
