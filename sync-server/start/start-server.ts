import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createApp } from '#sync-server/app.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import { sessionReader } from '#sync-server/auth/routes.ts';
import type { Env } from '#sync-server/config/env.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { scheduleJobs } from '#sync-server/jobs/schedule.ts';
import { ROUTES } from '#sync-server/routes.ts';
import { ensureDemoLab } from './ensure-demo-lab.ts';
import { ensurePermissionGroups } from './ensure-permission-groups.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const DRAIN_MS = 10_000;

export interface RunningServer {
  port: number;
  url: string;
  /** Where the database lies. */
  place: string;
  demo: boolean;
  services: AppServices;
  /** Lets requests under way finish, ends streams, closes the database. */
  stop(): Promise<void>;
}

function listen(server: Server, env: Env): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const where = `${env.HOST}:${env.PORT}`;
      if (error.code === 'EADDRINUSE') {
        reject(
          new Error(`Port ${env.PORT} is in use. Stop the program that uses it, or set PORT to another one.`),
        );
      } else if (error.code === 'EACCES')
        reject(new Error(`This user may not listen on ${where}. Set PORT above 1023.`));
      else
        reject(new Error(`Cannot listen on ${where} (${error.code ?? error.message}). Check HOST and PORT.`));
    });
    server.listen(env.PORT, env.HOST, () => {
      const address = server.address();
      resolve(address && typeof address === 'object' ? address.port : env.PORT);
    });
  });
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(late);
}

/** The port is taken first, so that a second start fails at once and touches nothing; until all is ready it says so. */
function openPort(): { server: Server; serve(app: ReturnType<typeof createApp>): void } {
  let app: ReturnType<typeof createApp> | null = null;
  const server = createServer((request, response) => {
    if (app) return void app(request, response);
    response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2' });
    response.end(
      '{"error":"The server is starting. Try again in a moment.","code":"UNAVAILABLE","issues":[]}',
    );
  });
  return {
    server,
    serve: (ready) => {
      app = ready;
    },
  };
}

function servicesFor(env: Env, logger: Logger, database: OpenDatabase, stopping: AbortSignal): AppServices {
  const readSession = sessionReader(database.pool, authSecret(env), env.ENTITY_HOSTS);
  return { pool: database.pool, env, logger, readSession, now: () => new Date(), stopping };
}

/** Starts a whole server: port, database, migrations, demo lab, routes. `port: 0` in the environment takes a free one. */
export async function startServer(
  env: Env,
  logger: Logger,
  options: { routes?: readonly ApiRoute[]; dist?: string } = {},
): Promise<RunningServer> {
  const stopping = new AbortController();
  const { server, serve } = openPort();
  const port = await listen(server, env);
  let database: OpenDatabase | undefined;
  const stop = async (): Promise<void> => {
    stopping.abort();
    await drain(server);
    await database?.close();
  };
  try {
    database = await openDatabase(env, logger);
    const demo = await ensureDemoLab(database.pool, env);
    await ensurePermissionGroups(database.pool);
    // Links in e-mails name the port that was taken when any would do.
    const services = servicesFor({ ...env, PORT: port }, logger, database, stopping.signal);
    scheduleJobs(services);
    serve(
      createApp(services, { routes: options.routes ?? ROUTES, dist: path.resolve(options.dist ?? DIST) }),
    );
    return { port, url: `http://localhost:${port}`, place: database.place, demo, services, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
