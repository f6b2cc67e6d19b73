import http from 'node:http';
import { pino } from 'pino';
import request, { type Response } from 'supertest';
import { DEFAULT_LAB } from '#db/access/lab.ts';
import type { Role } from '#db/access/roles.ts';
import { CATALOGUE } from '#db/entities.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { createApp } from '#sync-server/app.ts';
import { readEnv } from '#sync-server/config/env.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { RequestLimits } from '#sync-server/http/request-limits.ts';
import type { Session } from '#sync-server/http/session.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import {
  createTestDatabase,
  sharedTemplate,
  type TestDatabase,
} from '#sync-server/postgres/test-database.ts';
import { ROUTES } from '#sync-server/routes.ts';
import { loadDemoLab } from './load-demo-lab.ts';

const LAB_TIME = 'America/New_York';

/**
 * Create a test's own copy of the demo lab. The template is loaded once per run, because loading takes
 * seconds and copying does not, and again if the day of the lab or UTC ends meanwhile, so that no test gets
 * yesterday's lab.
 */
export async function createDemoDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const now = new Date();
  const days = [now.toISOString().slice(0, 10), labDayOf(now.toISOString(), LAB_TIME)];
  const name = `demo_${days.join('_').replaceAll('-', '')}`;
  const from = await sharedTemplate(name, (pool) => loadDemoLab(pool, now, LAB_TIME));
  return createTestDatabase({ ...options, from });
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

const HOSTS: Record<BusinessEntity, string> = { WBL: 'localhost:3000', RESONANT: 'resonant.localhost:3000' };
const PERSON = 'x-test-person';

// All calls of a test come from one address without a cookie, so the limits would take them for a flood.
const NO_FLOOD = { burst: 1_000_000, perSecond: 1_000_000 };
const NO_LIMITS: RequestLimits = { person: NO_FLOOD, address: NO_FLOOD, anonymous: NO_FLOOD, log: NO_FLOOD };

/** The caller: a demo person by role, of an entity (WBL by default); null for an anonymous caller. */
export type Caller = Role | `${BusinessEntity}:${Role}` | null;

/**
 * Every route of the server over a demo lab in a real database, for tests; any person of the lab can call.
 */
export interface DemoServer {
  database: TestDatabase;
  services: AppServices;
  server: http.Server;
  call(caller: Caller, method: Method, path: string, body?: object): Promise<Response>;
  /** Return headers that identify this person to the server. */
  headersOf(caller: Caller): Record<string, string>;
  rows<T = Record<string, string>>(text: string, values?: unknown[]): Promise<T[]>;
  /** Return a fingerprint that changes with each written row; a refused call must leave it unchanged. */
  fingerprint(): Promise<string>;
  close(): Promise<void>;
}

async function readPeople(database: TestDatabase): Promise<Map<string, Session>> {
  const { rows } = await database.pool.query<Session>(
    `SELECT u.id AS "userId", uc.id AS "userCompanyId", uc.company_id AS "companyId", uc.role, uc.entity, u.name, u.email,
       u.is_super_admin AS "isSuperAdmin", '[]'::jsonb AS permissions
     FROM user_company uc JOIN "user" u ON u.id = uc.user_id
     ORDER BY uc.id DESC`,
  );
  // With several people in a role, the first of the demo lab.
  return new Map(rows.map((row) => [`${row.entity}:${row.role}`, { ...row, lab: DEFAULT_LAB }]));
}

/** Return the person with the current permissions of their groups, like a real session. */
async function asOfNow({ pool }: TestDatabase, person: Session | undefined): Promise<Session | null> {
  if (!person) return null;
  const { rows } = await pool.query<{ permission: string }>(
    `SELECT DISTINCT unnest(permissions) AS permission FROM permission_group
      WHERE entity = $1 AND $2 = ANY (roles) AND NOT deleted`,
    [person.entity, person.role],
  );
  return { ...person, lab: DEFAULT_LAB, permissions: rows.map(({ permission }) => permission) };
}

// Refused attempts are intentionally written to the access log and the operation log.
const LAB_TABLES = CATALOGUE.map(({ table }) => table).filter(
  (table) => table !== 'person' && table !== 'access_log',
);
const FINGERPRINT = LAB_TABLES.map(
  (table) =>
    `SELECT '${table} ' || count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) AS line FROM ${quoted(table)}`,
).join(' UNION ALL ');

const personOf = (caller: Caller): string =>
  caller === null ? '' : caller.includes(':') ? caller : `WBL:${caller}`;

/** Open the demo lab of both entities behind all routes of the server; `close()` it afterwards. */
export async function openDemoServer(options: { max?: number } = {}): Promise<DemoServer> {
  const database = await createDemoDatabase(options);
  const people = await readPeople(database);
  const stopping = new AbortController();
  const services: AppServices = {
    pool: database.pool,
    env: readEnv({ AUTH_SECRET: 'a secret of the tests, long enough to be one' }),
    logger: pino({ level: 'silent' }),
    readSession: async ({ headers }) => asOfNow(database, people.get(String(headers[PERSON] ?? ''))),
    now: () => new Date(),
    stopping: stopping.signal,
  };
  const server = http.createServer(
    createApp(services, { routes: ROUTES, dist: '/nonexistent', limits: NO_LIMITS }),
  );
  // A test may pause for minutes on a busy machine; a socket that was closed meanwhile ends in ECONNRESET.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const headersOf = (caller: Caller): Record<string, string> => {
    const person = personOf(caller);
    if (person !== '' && !people.has(person)) throw new Error(`The demo lab has no ${person}.`);
    const host = person.startsWith('RESONANT') ? HOSTS.RESONANT : HOSTS.WBL;
    return person === '' ? { Host: host } : { Host: host, [PERSON]: person };
  };
  return {
    database,
    services,
    server,
    headersOf,
    call: (caller, method, path, body) => {
      const pendingRequest = request(server)[method](path).set(headersOf(caller));
      return Promise.resolve(body ? pendingRequest.send(body) : pendingRequest);
    },
    rows: async <T>(text: string, values: unknown[] = []) =>
      (await database.pool.query(text, values)).rows as T[],
    fingerprint: async () =>
      (await database.pool.query<{ line: string }>(FINGERPRINT)).rows.map(({ line }) => line).join('\n'),
    close: async () => {
      stopping.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.drop();
    },
  };
}
