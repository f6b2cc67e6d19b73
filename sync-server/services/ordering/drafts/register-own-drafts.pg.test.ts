import { afterAll, beforeAll, expect, test } from 'vitest';
import { AGREEMENT_VERSION } from '#db/ordering/drafts/draft-form.ts';
import { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
let sold = { protocolId: '', companyId: '' };
beforeAll(async () => {
  lab = await openDemoServer();
  const [serviceRow] = await lab.rows<typeof sold>(
    `SELECT s.protocol_id AS "protocolId", c.id AS "companyId" FROM service s JOIN company c ON c.entity = s.entity
      WHERE s.entity = 'WBL' AND s.status = 'LIVE' AND s.package_types @> '{TUBE}' AND c.name = 'Northfield Biotech'
      ORDER BY s.min_specimens, s.sort_order, s.name LIMIT 1`,
  );
  sold = serviceRow ?? sold;
});
afterAll(() => lab.close());

const BASE = '/api/lab/orders/drafts';
const BILLING = { line1: '1 Test Way', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' };
const row = (draft: ShownDraft) => ({
  row: 1,
  cells: {
    customerSampleId: 'S-1',
    providedSourceSpecies: draft.protocol.acceptedSpecies[0] ?? 'HOMO_SAPIENS',
    providedSpecimenType: 'WHOLE_BLOOD',
  },
});
async function ok(caller: Caller, path: string, body: object): Promise<unknown> {
  const answer = await lab.call(caller, 'post', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}
const register = (caller: Caller, draft: ShownDraft) =>
  lab.call(caller, 'post', `/api/create-order/manifest/rows?orderId=${draft.order.id}&mode=replace`, {
    rows: [row(draft)],
  });

for (const [role, colleague] of [
  ['CS_REP', 'SALES_REP'],
  ['SALES_REP', 'CS_REP'],
  ['CS_MANAGER', 'CS_REP'],
] as const)
  test(`${role} registers the specimens of an order that they drafted, a colleague is refused, the customer confirms`, async () => {
    const newDraft = await ok(role, BASE, { ...sold, orderType: 'SALES_ORDER' });
    const draft = ShownDraft.parse(newDraft);
    const { id } = draft.order;
    const check = (caller: Caller) =>
      lab.call(caller, 'post', '/api/manifest/specimen', { orderId: id, row: row(draft) });
    const before = await lab.fingerprint();
    for (const refusal of [await register(colleague, draft), await check(colleague)])
      expect([refusal.status, refusal.body.error]).toEqual([
        403,
        'Somebody else drafted this order. They or the customer enter its specimens.',
      ]);
    expect(await lab.fingerprint()).toBe(before);
    expect((await check(role)).body).toMatchObject({ faults: [] });
    await ok(role, `${BASE}/${id}/data-use`, {
      agreementTypes: ['NO_RIGHTS'],
      otherText: '',
      retentionPeriod: 'YEARS_2',
      agreementVersion: AGREEMENT_VERSION,
    });
    const { order } = ShownDraft.parse((await lab.call(role, 'get', `${BASE}/${id}`)).body);
    const changes = { billingAddress: BILLING };
    const saved = ShownDraft.parse(await ok(role, `${BASE}/${id}`, { seenVersion: order.version, changes }));
    const { version } = saved.order;
    const submittedOrder = ShownOrder.parse(await ok(role, `${BASE}/${id}/submit`, { seenVersion: version }));
    expect(submittedOrder.status).toBe('ANTICIPATED');
    expect((await register(colleague, draft)).status).toBe(403);
    expect((await register(role, draft)).status).toBe(200);
    const confirmed = await ok('COMPANY_MANAGER', `/api/orders/${id}/confirm-registration`, {});
    expect(ShownOrder.parse(confirmed)).toMatchObject({
      status: 'ORDERED',
      specimens: [{ customerSampleId: 'S-1', status: 'ORDERED' }],
    });
  });
