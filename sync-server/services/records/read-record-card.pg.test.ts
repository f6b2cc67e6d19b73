import { afterAll, beforeAll, expect, test } from 'vitest';
import { SERVER_CARD_KINDS } from '#db/access/record-pages.ts';
import { RecordCard } from '#db/records/record-card.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const cardOf = (caller: Caller | null, kind: string, id: string) =>
  lab.call(caller, 'get', `/api/record-cards/${id}?kind=${kind}`);

const ROWS = {
  order: `SELECT o.id, o.company_id AS company, '/api/orders/' || o.id AS page FROM "order" o
    WHERE NOT o.deleted AND o.status <> 'DRAFT'`,
  specimen: `SELECT s.id, o.company_id AS company, '/api/specimens/' || s.id AS page FROM specimen s
    JOIN "order" o ON o.id = s.order_id WHERE NOT s.deleted`,
  organization: `SELECT c.id, c.id AS company, '/api/companies/' || c.id AS page FROM company c WHERE NOT c.deleted`,
  person: `SELECT u.user_id AS id, u.company_id AS company, '/api/users/' || u.user_id AS page FROM user_company u
    WHERE NOT u.deleted`,
} as const;
type Kind = keyof typeof ROWS;

/** A record of the company of a role, or of another one of the business entity. */
async function recordOf(kind: Kind, role: string, isOwn: boolean): Promise<{ id: string; page: string }> {
  const [row] = await lab.rows<{ id: string; page: string }>(
    `SELECT id, page FROM (${ROWS[kind]}) r WHERE company IN (SELECT id FROM company WHERE entity = 'WBL')
       AND (company = (SELECT company_id FROM user_company WHERE role = $1 AND entity = 'WBL' LIMIT 1)) = $2
     ORDER BY id LIMIT 1`,
    [role, isOwn],
  );
  if (!row) throw new Error(`The demo lab has no ${kind} for ${role}.`);
  return row;
}

test.each(SERVER_CARD_KINDS)('the card of an own record opens for its customer: %s', async (kind) => {
  const { id } = await recordOf(kind, 'COMPANY_MANAGER', true);
  const { status, body } = await cardOf('COMPANY_MANAGER', kind, id);
  expect([status, RecordCard.parse(body).kind]).toEqual([200, kind]);
});

test.each(SERVER_CARD_KINDS)(
  'a record of another organization has no card for a customer: %s',
  async (kind) => {
    const { id } = await recordOf(kind, 'COMPANY_MANAGER', false);
    expect((await cardOf('COMPANY_MANAGER', kind, id)).status).toBe(404);
    expect((await cardOf('ADMIN', kind, id)).status).toBe(200);
    expect((await cardOf('RESONANT:ADMIN', kind, id)).status).toBe(404);
  },
);

test.each([
  'COMPANY_USER',
  'INSTITUTION_USER',
  'COMPANY_MANAGER',
  'LAB_TECH',
  'SALES_REP',
  'BILLING_MANAGER',
] as const)('a card opens exactly where its page does: %s', async (caller) => {
  for (const kind of SERVER_CARD_KINDS)
    for (const isOwn of [true, false]) {
      const { id, page } = await recordOf(kind, 'COMPANY_MANAGER', isOwn);
      const pages = kind === 'order' ? [page, page.replace('/api/', '/api/lab/')] : [page];
      const answers = await Promise.all(pages.map((path) => lab.call(caller, 'get', path)));
      const opens = answers.some(({ status }) => status === 200);
      const card = await cardOf(caller, kind, id);
      expect([kind, isOwn, card.status === 200]).toEqual([kind, isOwn, opens]);
    }
});

test('the card of an organization has no terms, and that of a person no secrets', async () => {
  const { id } = await recordOf('organization', 'COMPANY_MANAGER', true);
  expect(Object.keys((await cardOf('ADMIN', 'organization', id)).body).sort()).toEqual([
    'kind',
    'members',
    'name',
    'parentName',
    'status',
    'type',
    'verificationStatus',
  ]);
  const person = await recordOf('person', 'COMPANY_MANAGER', true);
  expect(Object.keys((await cardOf('ADMIN', 'person', person.id)).body).sort()).toEqual([
    'companyName',
    'email',
    'kind',
    'name',
    'role',
    'status',
  ]);
});

test('a card needs a session and a kind that the server has', async () => {
  const { id } = await recordOf('order', 'COMPANY_MANAGER', true);
  expect((await cardOf(null, 'order', id)).status).toBe(401);
  expect((await cardOf('ADMIN', 'patient', id)).status).toBe(422);
});
