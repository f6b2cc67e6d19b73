import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type AccelerationParts, ALL_PARTS, accelerate } from './acceleration/parts.ts';

/**
 * Run read-only work on one connection, so that concurrent queries leave in one packet. A transaction would
 * only add BEGIN and COMMIT, because each statement in it also sees what is committed by then.
 */
export async function onOneConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

// Dates stay text (a calendar day has no time zone); bigint becomes a number: revisions and cents stay below
// 2^53.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text));

/** Open the pool of a server process. Broken idle connections are replaced and never throw. */
export function createPool(
  url: string,
  options: { max?: number; onError?: (error: Error) => void; acceleration?: AccelerationParts } = {},
): pg.Pool {
  const parts = options.acceleration ?? ALL_PARTS;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'benchside',
    options: '-c timezone=UTC',
    types,
    // Statements may be sent before the previous one is answered.
    pipeline: parts.has('pipeline'),
  });
  accelerate(pool, parts);
  pool.on('error', (error) => options.onError?.(error));
  // A connection that dies in use fails its query; its error event must not end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Open another pool to the same database, with the Postgres default types and one statement at a time, as
 * libraries expect; the caller ends it.
 */
export function createSidePool(
  { options: { types: _types, pipeline: _pipeline, ...options } }: pg.Pool,
  side: { name: string; max: number; onError(error: Error): void },
): pg.Pool {
  const pool = new pg.Pool({ ...options, max: side.max, application_name: side.name });
  pool.on('error', side.onError);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Report whether the database answers within the time limit of a health check. */
export async function isAnswering(pool: pg.Pool, limitMs = 2_000): Promise<boolean> {
  const timeout = new AbortController();
  const answer = pool.query('SELECT 1').then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, wait(limitMs, false, { signal: timeout.signal })]);
  } finally {
    timeout.abort();
  }
}
