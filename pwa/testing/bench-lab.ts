import http from 'node:http';
import os from 'node:os';
import { pino } from 'pino';
import type { AnyEntity, Row } from '#db/entity.ts';
import { buildCompany } from '#db/factories/build-company.ts';
import { buildUser } from '#db/factories/build-user.ts';
import { buildUserCompany } from '#db/factories/build-user-company.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { Actor } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import { createApp } from '#sync-server/app.ts';
import { readEnv } from '#sync-server/config/env.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { syncRoutes } from '#sync-server/sync/routes.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { httpSend } from './http-send.ts';

/** The real server on a real Postgres, behind a network that can fail. Only signing in is left out: a header names the person. */
export interface BenchLab {
  database: TestDatabase;
  proxy: FaultProxy;
  addPerson(actor: Actor): Promise<void>;
  insert<E extends AnyEntity>(entity: E, row: Row<E>): Promise<void>;
  /** A connection of a person through the proxy. */
  sendAs(actor: Actor): ReturnType<typeof httpSend>;
  close(): Promise<void>;
}

/** Opens a lab of its own for one test file. */
export async function openBenchLab(): Promise<BenchLab> {
  const database = await createTestDatabase({ max: 12 });
  const people = new Map<string, Actor>();
  const stopping = new AbortController();
  const services: AppServices = {
    pool: database.pool,
    env: readEnv({
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      LAB_TIMEZONE: 'UTC',
      AUTH_SECRET: 'a'.repeat(40),
    }),
    logger: pino({ level: 'silent' }),
    readSession: async (request) => {
      const actor = people.get(String(request.headers['x-person']));
      return actor ? { ...actor, email: `${actor.userId}@wbl.example`, isSuperAdmin: false } : null;
    },
    now: () => new Date(),
    stopping: stopping.signal,
  };
  const server = http.createServer(createApp(services, { routes: syncRoutes, dist: os.tmpdir() }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const proxy = await startFaultProxy(address.port);
  const host = `localhost:${address.port}`;
  const insert: BenchLab['insert'] = async (entity, row) => {
    const client = await database.pool.connect();
    try {
      await insertRow(client, entity, row);
    } finally {
      client.release();
    }
  };
  return {
    database,
    proxy,
    insert,
    async addPerson(actor) {
      const { userId, userCompanyId, companyId, role, entity, name } = actor;
      people.set(userCompanyId, actor);
      await insert(company, buildCompany({ id: companyId, entity }));
      await insert(user, buildUser({ id: userId, name }));
      await insert(userCompany, buildUserCompany({ id: userCompanyId, userId, companyId, role, entity }));
    },
    sendAs: (actor) => httpSend(() => proxy.origin, { host, 'x-person': actor.userCompanyId }),
    async close() {
      stopping.abort();
      await proxy.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await database.drop();
    },
  };
}
