import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  AdjustmentPage,
  PriceHistory,
  PriceList,
  ProjectPriceChoices,
  ProjectPricePage,
} from '#db/billing/prices/shown-prices.ts';
import { ServicePage, ShownService } from '#db/ordering/services/shown-service.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
let today = '';
beforeAll(async () => {
  lab = await openDemoServer();
  today = labDayOf(new Date().toISOString(), lab.services.env.LAB_TIMEZONE);
});
afterAll(() => lab.close());

const readList = async (caller: Caller = 'SALES_LEADER') =>
  PriceList.parse((await lab.call(caller, 'get', '/api/lab/price')).body);
const first = async () => {
  const [line] = (await readList()).protocols;
  if (!line?.service) throw new Error('The demo lab sells nothing.');
  return { ...line, service: line.service };
};
const set = (caller: Caller, body: object) => lab.call(caller, 'post', '/api/lab/price', body);

test('the customer’s catalog shows a tier at once after the sales leader sets it', async () => {
  const { protocol, service } = await first();
  const answer = await set('SALES_LEADER', {
    protocolId: protocol.id,
    minQuantity: 48,
    amount: 80_100,
    effectiveFrom: today,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const page = await lab.call('COMPANY_USER', 'get', `/api/lab/services/${service.id}`);
  expect(ShownService.parse(page.body).tiers).toContainEqual({ minQuantity: 48, amount: 80_100 });
  const history = await lab.call('SALES_LEADER', 'get', `/api/lab/price/history/${protocol.id}`);
  const { rows } = PriceHistory.parse(history.body);
  expect(rows.find(({ minQuantity }) => minQuantity === 48)?.setBy).toBeTruthy();
});

test('a price set for later is listed but not charged yet, and can be withdrawn', async () => {
  const { protocol, service } = await first();
  const { rows } = ServicePage.parse((await lab.call('COMPANY_USER', 'get', '/api/lab/services')).body);
  const before = rows.find(({ id }) => id === service.id)?.fromAmount;
  await set('SALES_LEADER', {
    protocolId: protocol.id,
    minQuantity: 1,
    amount: 100,
    effectiveFrom: '2099-01-01',
  });
  const planned = (await first()).prices.find(({ effectiveFrom }) => effectiveFrom === '2099-01-01');
  expect(planned?.amount).toBe(100);
  const page = await lab.call('COMPANY_USER', 'get', `/api/lab/services/${service.id}`);
  expect(ShownService.parse(page.body).fromAmount).toBe(before);
  const endedPrice = await lab.call('SALES_LEADER', 'patch', `/api/lab/price/${planned?.id}/end`, {
    lastDay: null,
  });
  expect(endedPrice.status).toBe(200);
  expect((await first()).prices.some(({ effectiveFrom }) => effectiveFrom === '2099-01-01')).toBe(false);
});

test.each([
  ['a day that has passed', { effectiveFrom: '2020-01-01' }],
  ['a broken amount', { amount: 10.5 }],
  ['no specimens', { minQuantity: 0 }],
  ['an unknown kind of company', { companyType: 'ZOO' }],
  ['more than it asks for', { entity: 'RESONANT' }],
])('a price with %s is invalid input', async (_label, more) => {
  const { protocol } = await first();
  const body = { protocolId: protocol.id, minQuantity: 1, amount: 1, effectiveFrom: '2098-01-01', ...more };
  const { status } = await set('SALES_LEADER', body);
  expect([400, 409, 422]).toContain(status);
});

test('roles outside sales read prices or not, and set none', async () => {
  const { protocol } = await first();
  const body = { protocolId: protocol.id, minQuantity: 1, amount: 1, effectiveFrom: '2098-01-01' };
  const before = await lab.fingerprint();
  for (const caller of ['BILLING_MANAGER', 'CS_REP', 'SALES_REP'] as const) {
    expect([caller, (await lab.call(caller, 'get', '/api/lab/price')).status]).toEqual([caller, 200]);
    expect([caller, (await set(caller, body)).status]).toEqual([caller, 403]);
  }
  for (const caller of ['COMPANY_MANAGER', 'LAB_TECH', 'LAB_MANAGER'] as const)
    expect([caller, (await lab.call(caller, 'get', '/api/lab/price')).status]).toEqual([caller, 403]);
  expect(await lab.fingerprint()).toBe(before);
});

test('catalog editors take a service off sale, change it and put it back', async () => {
  const { service } = await first();
  const status = (to: string, reason?: string) =>
    lab.call('PROJECT_MANAGER', 'patch', `/api/lab/services/${service.id}/status`, { status: to, reason });
  expect((await status('DRAFT')).status).toBe(422);
  const draft = ShownService.parse((await status('DRAFT', 'The texts are rewritten.')).body);
  expect(draft.nextStatuses).toEqual(['LIVE', 'NOT_A_SERVICE']);
  const emptied = await lab.call('PROJECT_MANAGER', 'patch', `/api/lab/services/${service.id}`, {
    seenVersion: draft.version,
    description: null,
  });
  const off = ShownService.parse(emptied.body);
  expect(off.missing).toHaveLength(1);
  expect((await status('LIVE')).status).toBe(409);
  const edited = await lab.call('PROJECT_MANAGER', 'patch', `/api/lab/services/${service.id}`, {
    seenVersion: off.version,
    description: 'From blood to variants.',
  });
  expect(edited.status, JSON.stringify(edited.body)).toBe(200);
  expect(ShownService.parse((await status('LIVE')).body)).toMatchObject({ status: 'LIVE', missing: [] });
  const stale = await lab.call('LAB_MANAGER', 'patch', `/api/lab/services/${service.id}`, {
    seenVersion: off.version,
    description: 'Mine.',
  });
  expect(stale.status).toBe(409);
  const seller = await lab.call('SALES_LEADER', 'patch', `/api/lab/services/${service.id}`, {
    seenVersion: 1,
  });
  expect(seller.status).toBe(403);
});

test('project prices and adjustments are listed with names', async () => {
  const agreed = await lab.call('SALES_LEADER', 'get', '/api/lab/project-base-pricing');
  expect(ProjectPricePage.parse(agreed.body).rows.map(({ projectName }) => projectName)).toContain(
    'Reference cohort',
  );
  const adjusted = await lab.call('BILLING_MANAGER', 'get', '/api/lab/price-adjustments?status=PROPOSED');
  const { rows } = AdjustmentPage.parse(adjusted.body);
  expect(rows.every(({ status, orderNumber }) => status === 'PROPOSED' && orderNumber !== '')).toBe(true);
});

test('a representative’s discount changes the order and its draft invoice once the sales leader approves it', async () => {
  const [row] = await lab.rows<{ id: string; total: string }>(
    `SELECT o.id, o.total FROM "order" o WHERE o.entity = 'WBL' AND o.status IN ('ORDERED', 'SHIPPED', 'RECEIVED', 'PROCESSING')
        AND NOT EXISTS (SELECT 1 FROM price_adjustment a WHERE a.order_id = o.id)
        AND EXISTS (SELECT 1 FROM invoice i WHERE i.order_id = o.id AND i.issued_at IS NULL AND i.status NOT IN ('CANCELED', 'VOID'))
      ORDER BY o.id LIMIT 1`,
  );
  const creation = await lab.call('SALES_REP', 'post', '/api/lab/price-adjustments', {
    orderId: row?.id,
    adjustment: { type: 'DISCOUNT_FIXED', amount: 1000, label: 'Delay', reason: 'A week late.' },
  });
  expect(creation.status, JSON.stringify(creation.body)).toBe(201);
  const read = async (caller: Caller, query: string) =>
    AdjustmentPage.parse((await lab.call(caller, 'get', `/api/lab/price-adjustments?${query}`)).body).rows;
  const [waiting] = await read('SALES_LEADER', `orderId=${row?.id}`);
  expect(waiting).toMatchObject({
    acts: ['approve', 'reject', 'withdraw'],
    total: { before: Number(row?.total), after: Number(row?.total) - 1000 },
    decidedBy: null,
  });
  expect((await read('SALES_REP', `search=${waiting?.orderNumber}`)).map(({ acts }) => acts)).toEqual([
    ['withdraw'],
  ]);
  expect((await read('CS_REP', `orderId=${row?.id}`))[0]?.acts).toEqual([]);
  const decided = await lab.call(
    'SALES_LEADER',
    'patch',
    `/api/lab/price-adjustments/${creation.body.row.id}`,
    {
      decision: 'APPROVED',
    },
  );
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);
  const [after] = await lab.rows<{ total: string; due: string; discount: string }>(
    `SELECT o.total, i.total_due AS due, i.adjustment_total AS discount FROM "order" o JOIN invoice i ON i.order_id = o.id
      WHERE o.id = $1 AND i.issued_at IS NULL AND i.status NOT IN ('CANCELED', 'VOID')`,
    [row?.id],
  );
  expect(Number(after?.discount)).toBe(-1000);
  expect(after?.due).toBe(after?.total);
  const [approved] = await read('SALES_LEADER', `orderId=${row?.id}`);
  expect(approved).toMatchObject({ status: 'APPROVED', acts: [], total: null });
  expect(approved?.decidedBy).toBeTruthy();
});

test('the price of a project is proposed from the offered ones, declined with a reason and found by its names', async () => {
  const path = '/api/lab/project-base-pricing';
  const choices = ProjectPriceChoices.parse(
    (await lab.call('PROJECT_MANAGER', 'get', `${path}/choices`)).body,
  );
  const { rows: agreed } = ProjectPricePage.parse((await lab.call('CS_REP', 'get', path)).body);
  const free = choices.projects.flatMap((project) =>
    choices.protocols
      .filter(({ id }) => !agreed.some((one) => one.projectId === project.id && one.protocolId === id))
      .map((protocol) => ({ project, protocol })),
  )[0];
  const creation = await lab.call('PROJECT_MANAGER', 'post', path, {
    projectId: free?.project.id,
    protocolId: free?.protocol.id,
    amount: 90_000_000,
    effectiveFrom: choices.day,
  });
  expect(creation.status, JSON.stringify(creation.body)).toBe(201);
  const find = async (caller: Caller) => {
    const search = encodeURIComponent(free?.project.name ?? '');
    const page = ProjectPricePage.parse((await lab.call(caller, 'get', `${path}?search=${search}`)).body);
    return page.rows.find(({ id }) => id === creation.body.row.id);
  };
  const waiting = async () =>
    ProjectPricePage.parse((await lab.call('BILLING_MANAGER', 'get', `${path}?state=WAITING`)).body).rows;
  expect((await waiting()).map(({ id }) => id)).toEqual([creation.body.row.id]);
  expect((await find('PROJECT_MANAGER'))?.acts).toEqual(['end']);
  expect((await find('SALES_LEADER'))?.acts).toEqual(['approve', 'reject', 'end']);
  const decide = (body: object) =>
    lab.call(
      'SALES_LEADER',
      'patch',
      `/api/lab/price-adjustments/project-prices/${creation.body.row.id}`,
      body,
    );
  expect((await decide({ decision: 'REJECTED' })).status).toBe(422);
  expect((await lab.call('SALES_LEADER', 'patch', `${path}/${creation.body.row.id}/end`, {})).status).toBe(
    422,
  );
  expect((await decide({ decision: 'REJECTED', reason: 'Above the list.' })).status).toBeLessThan(300);
  expect(await find('SALES_LEADER')).toBeUndefined();
  expect(await waiting()).toEqual([]);
});
