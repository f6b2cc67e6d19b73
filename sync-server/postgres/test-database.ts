import pg from 'pg';
import { type AccelerationParts, parseAcceleration } from './acceleration/parts.ts';
import { createPool } from './pool.ts';
import {
  ensureTemplate,
  TEST_APPLICATION_URL,
  TEST_CLUSTER_URL,
  TEST_RUN,
  TEST_TEMPLATE,
  withDatabase,
} from './test-cluster.ts';

/** A migrated, empty database of one test file. */
export interface TestDatabase {
  /** Connection string of the application role; for an empty database, of its owner. */
  url: string;
  pool: pg.Pool;
  /** Pool of the table owner, for what the server may not do, such as DDL and writes past triggers. */
  owner: pg.Pool;
  /** Close the pool and drop the database. */
  drop(): Promise<void>;
}

const ADMIN_LIMIT = 60_000;

async function administer<T>(cluster: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: cluster, connectionTimeoutMillis: ADMIN_LIMIT });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Connection data that the run's setup passes to its workers. */
function runOfTests(): { cluster: string; application: string; template: string; run: string } {
  const {
    [TEST_CLUSTER_URL]: cluster,
    [TEST_APPLICATION_URL]: application,
    [TEST_TEMPLATE]: template,
    [TEST_RUN]: run,
  } = process.env;
  if (cluster && application && template && run) return { cluster, application, template, run };
  throw new Error('No test cluster: run this file through vitest or Playwright.');
}

// The templates that this process knows to exist.
const shared = new Set<string>();

/** Create a database that many files of this run copy, filled once by the first caller; returns its name. */
export async function sharedTemplate(
  name: string,
  fill: (pool: pg.Pool) => Promise<unknown>,
): Promise<string> {
  const { cluster, template, run } = runOfTests();
  const full = `${run}_${name}`;
  if (shared.has(full)) return full;
  await administer(cluster, (client) =>
    ensureTemplate(client, cluster, { name: full, from: template, fill }),
  );
  shared.add(full);
  return full;
}

/**
 * Create a database from the run's migrated template, or from `from`: call in `beforeAll`, `drop()` in
 * `afterAll`.
 */
export async function createTestDatabase(
  options: { empty?: boolean; from?: string; max?: number; acceleration?: AccelerationParts } = {},
): Promise<TestDatabase> {
  const { cluster, application, template } = runOfTests();
  const name = `test_${process.pid}_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const from = options.empty ? 'template0' : (options.from ?? template);
  await administer(cluster, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`),
  );
  const ownerUrl = withDatabase(cluster, name);
  const url = options.empty ? ownerUrl : withDatabase(application, name);
  // `ACCELERATION_OFF=all npx vitest run --project pg` runs every test without the acceleration.
  const acceleration = options.acceleration ?? parseAcceleration(process.env['ACCELERATION_OFF'] ?? '');
  const pool = createPool(url, { max: options.max ?? 10, acceleration });
  const owner = createPool(ownerUrl, { max: 2 });
  return {
    url,
    pool,
    owner,
    drop: async () => {
      if (!pool.ended) await pool.end();
      await owner.end();
      await administer(cluster, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** Make an approved protocol clinical or not; the trigger that keeps approved versions is off meanwhile. */
export async function setProtocolClinical(
  owner: pg.Pool,
  protocolId: string,
  clinical: boolean,
): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    await client.query('ALTER TABLE protocol DISABLE TRIGGER approved_stays');
    await client.query('UPDATE protocol SET clinical = $2 WHERE id = $1', [protocolId, clinical]);
    await client.query('ALTER TABLE protocol ENABLE TRIGGER approved_stays');
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
