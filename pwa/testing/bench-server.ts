import { rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { Actor } from '#db/operation.ts';
import { createApp } from '#sync-server/app.ts';
import { readEnv } from '#sync-server/config/env.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { TEST_CLUSTER_URL } from '#sync-server/postgres/test-cluster.ts';
import { photoRoutes } from '#sync-server/services/specimens/photo-routes.ts';
import { syncRoutes } from '#sync-server/sync/routes.ts';
import { newGeneration } from '#sync-server/sync/snapshot.ts';

/** The real server in this process, which can be stopped, started and given another database. */
export interface BenchServer {
  readonly port: number;
  /** Kill the process's work at once and start it again on the same port. */
  restart(databaseUrl?: string): Promise<void>;
  /** Close every connection to the database, as a killed Postgres does. */
  loseDatabase(): Promise<void>;
  /** Copy the current database; the server is down meanwhile. */
  backUp(): Promise<void>;
  /** Restore the copy, as after a disaster: later work is gone, and the generation is new. */
  restore(): Promise<boolean>;
  close(): Promise<void>;
}

/** Start the sync routes on a database; `people` returns the user of a request. */
export async function startBenchServer(
  url: string,
  people: ReadonlyMap<string, Actor>,
): Promise<BenchServer> {
  let running = await serve(url, people, 0);
  const port = (running.server.address() as AddressInfo).port;
  const name = new URL(url).pathname.slice(1);
  let copy: string | null = null;
  const whileDown = async (work: () => Promise<void>, databaseUrl = url) => {
    await running.stop();
    await work();
    running = await serve(databaseUrl, people, port);
  };
  return {
    port,
    restart: (databaseUrl) => whileDown(async () => undefined, databaseUrl),
    loseDatabase: () => administer(terminate(name)),
    backUp: () =>
      whileDown(async () => {
        if (copy !== null) await administer(`DROP DATABASE ${copy} WITH (FORCE)`);
        copy = `${name}_copy`;
        await administer(terminate(name), `CREATE DATABASE ${copy} TEMPLATE ${name}`);
      }),
    async restore() {
      if (copy === null) return false;
      const from = copy;
      await whileDown(async () => {
        await administer(`DROP DATABASE ${name} WITH (FORCE)`, `CREATE DATABASE ${name} TEMPLATE ${from}`);
        const pool = createPool(url, { max: 1 });
        await newGeneration(pool);
        await pool.end();
      });
      return true;
    },
    async close() {
      await running.stop();
      await rm(filesOf(url), { recursive: true, force: true });
      if (copy !== null) await administer(`DROP DATABASE ${copy} WITH (FORCE)`);
    },
  };
}

async function serve(url: string, people: ReadonlyMap<string, Actor>, port: number) {
  const stopping = new AbortController();
  const pool = createPool(url, { max: 8 });
  const services: AppServices = {
    pool,
    env: readEnv({
      NODE_ENV: 'test',
      DATABASE_URL: url,
      DATA_DIR: filesOf(url),
      LAB_TIMEZONE: 'UTC',
      AUTH_SECRET: 'a'.repeat(40),
    }),
    logger: pino({ level: 'silent' }),
    readSession: async (request) => {
      const actor = people.get(String(request.headers['x-person']));
      return actor
        ? { ...actor, email: `${actor.userId}@wbl.example`, isSuperAdmin: false, permissions: [] }
        : null;
    },
    now: () => new Date(),
    stopping: stopping.signal,
  };
  const server = http.createServer(
    createApp(services, { routes: [...syncRoutes, ...photoRoutes], dist: os.tmpdir() }),
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    server,
    async stop() {
      stopping.abort();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await pool.end();
    },
  };
}

/** The file folder of a test's lab, which survives a restart of its server. */
const filesOf = (url: string): string =>
  path.join(os.tmpdir(), `benchside-${new URL(url).pathname.slice(1)}`);

const terminate = (name: string): string =>
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`;

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env[TEST_CLUSTER_URL] });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
