import type pg from 'pg';
import type { Logger } from 'pino';
import type { Env } from '#sync-server/config/env.ts';
import { findTooStrongRole } from '#sync-server/postgres/application-role.ts';
import { startEmbeddedPostgres } from '#sync-server/postgres/embedded-postgres.ts';
import { type KeepRunningOptions, keepRunning } from '#sync-server/postgres/keep-running.ts';
import { migrate } from '#sync-server/postgres/migrate.ts';
import { createPool } from '#sync-server/postgres/pool.ts';

/** The database of a running server. */
export interface OpenDatabase {
  /** Pool of the application role. */
  pool: pg.Pool;
  /** Runs work with a pool of the role that owns the tables, if that is another one. */
  asOwner<T>(work: (owner: pg.Pool) => Promise<T>): Promise<T>;
  /** Location of the data, for the person who started the server. */
  place: string;
  close(): Promise<void>;
}

/** Return a server's address without user and password. */
const addressOf = (url: string): string => {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'that address';
  }
};

/** Node joins the errors of all addresses of a name into one error without a message. */
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

/**
 * Use two roles if there are two addresses: the owner migrates and grants the application role its rights.
 */
async function prepare(pool: pg.Pool, owner: pg.Pool): Promise<string[]> {
  if (owner === pool) return migrate(pool);
  const { rows } = await pool.query<{ role: string }>('SELECT current_user AS role');
  return migrate(owner, undefined, rows[0]?.role);
}

async function warnOfRole(pool: pg.Pool, logger: Logger): Promise<void> {
  const role = await findTooStrongRole(pool);
  if (role !== null)
    logger.warn(
      { role },
      'the role of DATABASE_URL can change and remove records that only grow; set MIGRATION_DATABASE_URL to it and DATABASE_URL to a role of its own (docs/installation.md)',
    );
}

/** Callbacks for an embedded Postgres while the server runs. */
export type DatabaseWatcher = Pick<KeepRunningOptions, 'report' | 'giveUp'>;

/** Start the embedded Postgres of DATA_DIR; with a watcher, restart it whenever it ends by itself. */
async function openEmbedded(home: string, watcher: DatabaseWatcher | undefined) {
  const server = await startEmbeddedPostgres({ home });
  const start = () => startEmbeddedPostgres({ home, keepPort: true });
  const stopWatching = watcher ? keepRunning(server, { start, ...watcher }) : async () => undefined;
  return {
    ...server,
    stop: async () => {
      await stopWatching();
      return server.stop();
    },
  };
}

/**
 * Open DATABASE_URL or start the embedded Postgres of DATA_DIR, then apply missing migrations. With a
 * watcher, an embedded Postgres that ends by itself is restarted.
 */
export async function openDatabase(
  env: Env,
  logger: Logger,
  watcher?: DatabaseWatcher,
): Promise<OpenDatabase> {
  const embedded = env.DATABASE_URL ? null : await openEmbedded(env.DATA_DIR, watcher);
  const url = env.DATABASE_URL ?? embedded?.url ?? '';
  const ownerUrl = env.MIGRATION_DATABASE_URL ?? embedded?.ownerUrl;
  const pool = createPool(url, {
    acceleration: env.ACCELERATION_OFF,
    onError: (error) => logger.warn({ reason: reasonOf(error) }, 'database connection lost'),
  });
  const asOwner: OpenDatabase['asOwner'] = async (work) => {
    if (ownerUrl === undefined) return work(pool);
    const owner = createPool(ownerUrl, { max: 2 });
    return work(owner).finally(() => owner.end());
  };
  const close = async (): Promise<void> => {
    await pool.end();
    await embedded?.stop();
  };
  await assertReachable(pool, url);
  try {
    const done = await asOwner((owner) => prepare(pool, owner));
    if (done.length > 0) logger.info({ migrations: done.length }, 'database migrated');
    await warnOfRole(pool, logger);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, asOwner, place: embedded?.dataDirectory ?? addressOf(url), close };
}
