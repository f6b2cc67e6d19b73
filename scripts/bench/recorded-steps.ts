import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createApp } from '#sync-server/app.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import { sessionReader } from '#sync-server/auth/routes.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { ROUTES } from '#sync-server/routes.ts';
import { type Call, signInOverHttp } from './lab-session.ts';
import { recordStatements, type Statement } from './statement-record.ts';

/**
 * Record the database statements of one person's requests, one list per request. A server within this process
 * handles them, without its jobs.
 */
export async function recordedSteps(
  lab: { databaseUrl: string; dataDirectory: string; dist: string },
  email: string,
  work: (call: Call) => Promise<void>,
): Promise<Statement[][]> {
  const { databaseUrl, dataDirectory, dist } = lab;
  const env = readEnv({ DATA_DIR: dataDirectory, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
  const pool = createPool(databaseUrl, { max: 4 });
  const record = recordStatements(pool);
  const now = () => new Date();
  const services = {
    pool,
    env,
    logger: pino({ level: env.LOG_LEVEL }),
    readSession: sessionReader({ pool, secret: authSecret(env), env, now }),
    now,
    stopping: new AbortController().signal,
  };
  const server = createApp(services, { routes: ROUTES, dist }).listen(0, env.HOST);
  await new Promise((resolve) => server.once('listening', resolve));
  // The cast is safe: a server on a port has such an address.
  const { port } = server.address() as AddressInfo;
  const steps: Statement[][] = [];
  try {
    const call = await signInOverHttp(`http://localhost:${port}`, email);
    record.take();
    await work(async (path, body) => {
      const answer = await call(path, body);
      steps.push(record.take());
      return answer;
    });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await pool.end();
  }
  return steps;
}
