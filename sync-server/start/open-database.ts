import type pg from 'pg';
import type { Logger } from 'pino';
import type { Env } from '#sync-server/config/env.ts';
import { startEmbeddedPostgres } from '#sync-server/postgres/embedded-postgres.ts';
import { migrate } from '#sync-server/postgres/migrate.ts';
import { createPool } from '#sync-server/postgres/pool.ts';

/** The database of a running server. */
export interface OpenDatabase {
  pool: pg.Pool;
  /** Where the data lies, for the person who started the server. */
  place: string;
  close(): Promise<void>;
}

/** Names a server without its user and password. */
const addressOf = (url: string): string => {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'that address';
  }
};

/** Node joins the failures of all addresses of a name into one error without a text of its own. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(', ');
  if (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^E[A-Z]+$/.test(error.code)
  ) {
    return error.code;
  }
  return error instanceof Error ? error.message : String(error);
};

async function assertReachable(pool: pg.Pool, url: string): Promise<void> {
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    await pool.end();
    throw new Error(
      `The database at ${addressOf(url)} cannot be reached (${reasonOf(error)}). Start it, or correct DATABASE_URL.`,
    );
  }
}

/** Opens DATABASE_URL, or starts the embedded Postgres of DATA_DIR; then applies the missing migrations. */
export async function openDatabase(env: Env, logger: Logger): Promise<OpenDatabase> {
  const embedded = env.DATABASE_URL ? null : await startEmbeddedPostgres({ home: env.DATA_DIR });
  const url = env.DATABASE_URL ?? embedded?.url ?? '';
  const pool = createPool(url, {
    onError: (error) => logger.warn({ reason: reasonOf(error) }, 'database connection lost'),
  });
  const close = async (): Promise<void> => {
    await pool.end();
    await embedded?.stop();
  };
  await assertReachable(pool, url);
  try {
    const done = await migrate(pool);
    if (done.length > 0) logger.info({ migrations: done.length }, 'database migrated');
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, place: embedded?.dataDirectory ?? addressOf(url), close };
}
