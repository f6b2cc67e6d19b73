import type { Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createApp } from '#sync-server/app.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import { sessionReader } from '#sync-server/auth/routes.ts';
import type { Env } from '#sync-server/config/env.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { type JobRunner, startJobRunner } from '#sync-server/jobs/runner.ts';
import { ROUTES } from '#sync-server/routes.ts';
import { fileStoreOf } from '#sync-server/services/records/file-store.ts';
import { ensureDemoLab } from './ensure-demo-lab.ts';
import { ensurePermissionGroups } from './ensure-permission-groups.ts';
import { type DatabaseWatcher, type OpenDatabase, openDatabase } from './open-database.ts';
import { listen, openPort } from './open-port.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const DRAIN_MS = 10_000;

export interface RunningServer {
  port: number;
  url: string;
  /** Location of the database. */
  place: string;
  demo: boolean;
  services: AppServices;
  /** Let running requests and jobs finish, end streams, close the database. */
  stop(): Promise<void>;
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const forceTimer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(forceTimer);
}

function servicesFor(env: Env, logger: Logger, database: OpenDatabase, stopping: AbortSignal): AppServices {
  const { pool } = database;
  const now = () => new Date();
  const readSession = sessionReader({ pool, secret: authSecret(env), env, now });
  return { pool, env, logger, readSession, now, stopping };
}

/**
 * Start a whole server: port, database, migrations, demo lab, routes. `port: 0` in the environment picks a
 * free one.
 */
export async function startServer(
  env: Env,
  logger: Logger,
  options: { routes?: readonly ApiRoute[]; dist?: string; watcher?: DatabaseWatcher } = {},
): Promise<RunningServer> {
  const stopping = new AbortController();
  const { server, serve } = openPort();
  const port = await listen(server, env);
  let database: OpenDatabase | undefined;
  let jobs: JobRunner | undefined;
  const stop = async (): Promise<void> => {
    stopping.abort();
    await Promise.all([drain(server), jobs?.stop()]);
    await database?.close();
  };
  try {
    database = await openDatabase(env, logger, options.watcher);
    const { pool, asOwner } = database;
    const demo = await ensureDemoLab(pool, env, { store: fileStoreOf(env), asOwner });
    await ensurePermissionGroups(pool);
    // With a free port, links in emails must use the chosen one.
    const services = servicesFor({ ...env, PORT: port }, logger, database, stopping.signal);
    serve(
      createApp(services, { routes: options.routes ?? ROUTES, dist: path.resolve(options.dist ?? DIST) }),
    );
    jobs = startJobRunner(services);
    return { port, url: `http://localhost:${port}`, place: database.place, demo, services, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
