import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { readEnv } from '#sync-server/config/env.ts';
import { createDemoDatabase } from '#sync-server/demo/demo-server.ts';
import { startServer } from '#sync-server/start/start-server.ts';

/** Environment variable with the folder of the built app. */
export const BUILT_APP = 'BENCHSIDE_E2E_DIST';

// All labs of a run share the secret, so that a person who is signed in at one is signed in at its copy too.
const AUTH_SECRET = 'only for the browser tests, and long enough';

/** A real server with its own copy of the demo lab. */
export interface LabServer {
  url: string;
  port: number;
  pool: pg.Pool;
  /** A pool as the role that owns the tables, which bypasses triggers. */
  owner: pg.Pool;
  /** Start a second server process on the same database with another build of the app. */
  serveBuild(dist: string): Promise<{ port: number; stop(): Promise<void> }>;
  close(): Promise<void>;
}

/** Start a real server over a copy of the demo lab; `settings` overrides variables of its environment. */
export async function openLabServer(settings: Readonly<Record<string, string>> = {}): Promise<LabServer> {
  const database = await createDemoDatabase({ max: 2 });
  const home = mkdtempSync(path.join(os.tmpdir(), 'benchside-e2e-'));
  const env = readEnv({
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: home,
    DATABASE_URL: database.url,
    DEMO: '0',
    AUTH_SECRET,
    ...settings,
  });
  const serve = (dist: string | undefined) =>
    startServer(env, pino({ level: 'error', base: null }), dist ? { dist } : {});
  const server = await serve(process.env[BUILT_APP]);
  return {
    url: server.url,
    port: server.port,
    pool: database.pool,
    owner: database.owner,
    serveBuild: serve,
    close: async () => {
      await server.stop();
      await database.drop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
