import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type DemoServer, type Method, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { ROUTES } from '#sync-server/routes.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const BY_ID = ROUTES.flatMap((route) =>
  route.kind !== 'router' && route.path.includes('/:')
    ? [{ method: route.method as Method, path: route.path }]
    : [],
);

/**
 * Read ids of real rows of a business entity, of every kind that a path may name, of one company where it has
 * companies.
 */
async function realIds(entity: 'WBL' | 'RESONANT'): Promise<string[]> {
  const tables = [
    'specimen',
    'sample',
    'batch',
    '"order"',
    'storage_management',
    'inventory_item',
    'equipment',
  ];
  const more = [
    'procedure',
    'protocol',
    'company',
    'user_company',
    'permission_group',
    'assigned_section',
    'device',
  ];
  const arms = [...tables, ...more].map((table) => `(SELECT id FROM ${table} WHERE entity = $1 LIMIT 1)`);
  arms.push('(SELECT user_id FROM user_company WHERE entity = $1 LIMIT 1)');
  return (await lab.rows<{ id: string }>(arms.join(' UNION ALL '), [entity])).map(({ id }) => id);
}

async function statuses(caller: Caller, ids: readonly string[]) {
  const unexpected: string[] = [];
  for (const { method, path } of BY_ID) {
    for (const id of ids) {
      const address = path.replace(/:\w+/g, id);
      const { status } = await lab.call(caller, method, address, method === 'get' ? undefined : {});
      if (status < 400 || status >= 500) unexpected.push(`${method} ${address} ${status}`);
      else if (method === 'get' && status !== 404 && status !== 422 && status !== 403)
        unexpected.push(`${method} ${address} ${status}`);
    }
  }
  return unexpected;
}

test('id guessing across business entities: an administrator finds no row of the other entity on any path', async () => {
  const ids = await realIds('WBL');
  expect(BY_ID.length).toBeGreaterThan(20);
  expect(ids.length).toBeGreaterThan(10);
  const before = await lab.fingerprint();
  expect(await statuses('RESONANT:ADMIN', ids)).toEqual([]);
  expect(await lab.fingerprint()).toBe(before);
});

test('id guessing across companies: a person or row of another company gets the response of a missing one', async () => {
  const [own] = await lab.rows<{ id: string }>(
    `SELECT company_id AS id FROM user_company WHERE role = 'COMPANY_MANAGER' AND entity = 'WBL' LIMIT 1`,
  );
  const foreign = await lab.rows<{ userId: string; id: string; companyId: string }>(
    `SELECT user_id AS "userId", id, company_id AS "companyId" FROM user_company
      WHERE entity = 'WBL' AND company_id <> $1
        AND user_id NOT IN (SELECT user_id FROM user_company WHERE company_id = $1) ORDER BY id LIMIT 5`,
    [own?.id],
  );
  const MADE_UP = '01J00000000000000000000000';
  const callAsManager = async (method: Method, path: string, body?: object) => {
    const answer = await lab.call('COMPANY_MANAGER', method, path, body);
    return { status: answer.status, body: answer.body };
  };
  const before = await lab.fingerprint();
  for (const { userId, id, companyId } of foreign) {
    const pairs: [Method, (id: string) => string, string, ((id: string) => object)?][] = [
      ['get', (x) => `/api/users/${x}`, userId],
      ['patch', (x) => `/api/users/${x}`, userId, () => ({ firstName: 'Taken' })],
      [
        'patch',
        () => '/api/users/toggle-status',
        id,
        (x) => ({ userCompanyId: x, deactivated: true, reason: 'x' }),
      ],
      ['patch', () => '/api/users/change-role', id, (x) => ({ userCompanyId: x, role: 'COMPANY_USER' })],
      ['patch', () => '/api/users/withdraw-invitation', id, (x) => ({ userCompanyId: x })],
      ['get', (x) => `/api/companies/${x}`, companyId],
    ];
    for (const [method, path, real, body] of pairs) {
      const unexpected = await callAsManager(method, path(real), body?.(real));
      expect([path(real), unexpected.status]).toEqual([path(real), 404]);
      expect(unexpected).toEqual(await callAsManager(method, path(MADE_UP), body?.(MADE_UP)));
    }
  }
  expect(await lab.fingerprint()).toBe(before);
});

test('id guessing: an invalid id is refused before any look-up', async () => {
  for (const id of ["' OR 1=1 --", '../../etc/passwd', '%00', 'x'.repeat(300), '-1', '*']) {
    for (const { method, path } of BY_ID.slice(0, 12)) {
      const address = path.replace(/:\w+/g, encodeURIComponent(id));
      const { status } = await lab.call('ADMIN', method, address, method === 'get' ? undefined : {});
      expect([address, status >= 400 && status < 500]).toEqual([address, true]);
    }
  }
});
