import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultPermissionGroups } from '#db/access/default-permission-groups.ts';
import { type Action, FAMILIES, type Family, type Grant } from '#db/access/families.ts';
import { mayPerson } from '#db/access/grants.ts';
import { hasPermission, type PlainPermission } from '#db/access/permissions.ts';
import type { Role } from '#db/access/roles.ts';
import { DEMO_ROLES } from '#db/demo/demo-people.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { FAMILIES_NOT_SERVED, familyOf } from '#sync-server/http/family-guard.ts';
import { ROUTES } from '#sync-server/routes.ts';

const METHODS: Readonly<Record<string, Action>> = {
  GET: 'read',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** Families that need a permission besides the grant: to read, and to write. */
const REQUIRED_PERMISSIONS: Partial<Record<Family, { read: PlainPermission; write: PlainPermission }>> = {
  permissions: { read: 'PERMISSIONS_EDIT', write: 'PERMISSIONS_EDIT' },
  users: { read: 'USERS_VIEW', write: 'USERS_EDIT' },
  'users/toggle-status': { read: 'USERS_EDIT', write: 'USERS_EDIT' },
  companies: { read: 'COMPANY_VIEW', write: 'COMPANY_EDIT' },
  'clinician-licenses': { read: 'CLINICIAN_LICENSE_EDIT', write: 'CLINICIAN_LICENSE_EDIT' },
  events: { read: 'EVENT_LOG_VIEW', write: 'EVENT_LOG_VIEW' },
  'lab/events': { read: 'EVENT_LOG_VIEW', write: 'EVENT_LOG_VIEW' },
  'access-log': { read: 'EVENT_LOG_VIEW', write: 'EVENT_LOG_VIEW' },
  'audit-log': { read: 'EVENT_LOG_VIEW', write: 'EVENT_LOG_VIEW' },
};

let lab: DemoServer;
let port = 0;
const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
beforeAll(async () => {
  lab = await openDemoServer();
  port = (lab.server.address() as AddressInfo).port;
});
afterAll(async () => {
  agent.destroy();
  await lab.close();
});

/** A bare HTTP call over a kept connection, because thousands are made. */
function statusOf(caller: `${BusinessEntity}:${Role}`, method: string, path: string): Promise<number> {
  const body = method === 'GET' || method === 'DELETE' ? '' : '{}';
  const headers = {
    ...lab.headersOf(caller),
    ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': '2' }),
  };
  return new Promise((resolve, reject) => {
    const call = http.request({ host: '127.0.0.1', port, agent, method, path, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(body);
  });
}

const permissionsOf = (entity: BusinessEntity, role: Role): string[] =>
  defaultPermissionGroups(entity).flatMap((group) => (group.roles.includes(role) ? group.permissions : []));

/**
 * Return the expected result by the tables: refused or not; null if a permission that the role lacks decides.
 */
function isRefused(entity: BusinessEntity, role: Role, family: Family, action: Action): boolean | null {
  const grant: Grant = `${family}:${action}`;
  // In the demo lab the developer is the super admin.
  if (!mayPerson({ role, isSuperAdmin: role === 'DEVELOPER' }, grant)) return true;
  const required = REQUIRED_PERMISSIONS[family]?.[action === 'read' ? 'read' : 'write'];
  return required && !hasPermission(permissionsOf(entity, role), required) ? null : false;
}

const loggedRefusals = async (entity: BusinessEntity, role: Role): Promise<Record<string, number>> => {
  const rows = await lab.rows<{ call: string; count: number }>(
    `SELECT a.target_id || ' ' || a.target_type AS call, count(*)::int AS count FROM access_log a
       JOIN user_company uc ON uc.user_id = a.user_id
      WHERE a.action = 'REFUSED' AND a.target_id NOT LIKE '% not found' AND a.entity = $1 AND uc.role = $2 GROUP BY 1`,
    [entity, role],
  );
  return Object.fromEntries(rows.map(({ call, count }) => [call, count]));
};

async function tryEverything(entity: BusinessEntity, role: Role): Promise<void> {
  const wrong: string[] = [];
  const refusals: Record<string, number> = {};
  // Sign-in is open to everybody and has its own router.
  for (const family of FAMILIES.filter((name) => name !== 'auth')) {
    for (const [method, action] of Object.entries(METHODS)) {
      const status = await statusOf(`${entity}:${role}`, method, `/api/${family}`);
      const expected = isRefused(entity, role, family, action);
      if (status === 401 || status >= 500) wrong.push(`${method} ${family} answered ${status}`);
      if (expected !== null && (status === 403) !== expected)
        wrong.push(`${method} ${family} answered ${status}, the tables ${expected ? 'refuse' : 'allow'} it`);
      if (status === 403) refusals[`${method} ${family}`] = 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(await loggedRefusals(entity, role)).toEqual(refusals);
}

describe('every role calls every family with every method, and every refusal is in the access log', () => {
  test.each(DEMO_ROLES.WBL)('WBL: %s', (role) => tryEverything('WBL', role), 60_000);
  test.each(DEMO_ROLES.RESONANT)('RESONANT: %s', (role) => tryEverything('RESONANT', role), 60_000);
});

test('no family serves a caller without a session, and no such attempt is logged against a person', async () => {
  const before = await lab.rows(`SELECT count(*) FROM access_log WHERE action = 'REFUSED'`);
  const open = new Set<string>();
  for (const family of FAMILIES) {
    for (const method of ['get', 'post', 'patch', 'delete'] as const) {
      const { status } = await lab.call(null, method, `/api/${family}`);
      if (status !== 401) open.add(family);
    }
  }
  // Sign-in itself is for callers without a session.
  expect([...open]).toEqual(['auth']);
  expect(await lab.rows(`SELECT count(*) FROM access_log WHERE action = 'REFUSED'`)).toEqual(before);
});

test('the list of families without a route is exact and only gets shorter', () => {
  const served = new Set(ROUTES.map((route) => familyOf(route.path)));
  expect(FAMILIES.filter((family) => !served.has(family))).toEqual([...FAMILIES_NOT_SERVED].sort());
});
