import { createServer, type RequestListener, type Server } from 'node:http';
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
import { fileStoreOf } from '#sync-server/services/records/files/file-store-of.ts';
import { assignLabs } from './assign-labs.ts';
import { ensureDemoLab } from './ensure-demo-lab.ts';
import { ensurePermissionGroups } from './ensure-permission-groups.ts';
import { type DatabaseWatcher, type OpenDatabase, openDatabase } from './open-database.ts';

/** Time limit for headers, because a slow client holds a connection; `http/slow-bodies.ts` limits bodies. */
const HEADERS_MS = 30_000;

/** Listen as configured and return the port, or throw an error whose message is one line. */
export function listen(server: Server, env: Pick<Env, 'HOST' | 'PORT'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const address = `${env.HOST}:${env.PORT}`;
      if (error.code === 'EADDRINUSE') {
        reject(
          new Error(`Port ${env.PORT} is in use. Stop the program that uses it, or set PORT to another one.`),
        );
      } else if (error.code === 'EACCES')
        reject(new Error(`This user may not listen on ${address}. Set PORT above 1023.`));
      else
        reject(
          new Error(`Cannot listen on ${address} (${error.code ?? error.message}). Check HOST and PORT.`),
        );
    });
    server.listen(env.PORT, env.HOST, () => {
      const address = server.address();
      resolve(address && typeof address === 'object' ? address.port : env.PORT);
    });
  });
}

/**
 * Open the port first, so that a second start fails at once without side effects; until ready it answers so.
 */
export function openPort(): { server: Server; serve(app: RequestListener): void } {
  let app: RequestListener | null = null;
  // The app answers a request without Host with a helpful text; Node itself would send none.
  const server = createServer(
    { requireHostHeader: false, headersTimeout: HEADERS_MS },
    (request, response) => {
      if (app) return void app(request, response);
      response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2' });
      response.end(
        '{"error":"The server is starting. Try again in a moment.","code":"UNAVAILABLE","issues":[]}',
      );
    },
  );
  return {
    server,
    serve: (ready) => {
      app = ready;
    },
  };
}

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
    if (await asOwner((owner) => assignLabs(owner, env.LAB_SERVES)))
      logger.info({ labs: env.LAB_SERVES.map(({ id }) => id) }, 'business entities assigned to labs');
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
