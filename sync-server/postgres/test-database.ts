import pg from 'pg';
import { createPool } from './pool.ts';
import { TEST_CLUSTER_URL, TEST_TEMPLATE, withDatabase } from './test-cluster.ts';

/** A migrated, empty database of one test file. */
export interface TestDatabase {
  url: string;
  pool: pg.Pool;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
}

const ADMIN_LIMIT = 10_000;

async function administer(cluster: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster, connectionTimeoutMillis: ADMIN_LIMIT });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates a database from the run's migrated template: call it in `beforeAll`, and `drop()` in `afterAll`. */
export async function createTestDatabase(
  options: { empty?: boolean; max?: number } = {},
): Promise<TestDatabase> {
  const cluster = process.env[TEST_CLUSTER_URL];
  const template = process.env[TEST_TEMPLATE];
  if (!cluster || !template) throw new Error('No test cluster: run this file through vitest or Playwright.');
  const name = `test_${process.pid}_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await administer(cluster, `CREATE DATABASE ${name} TEMPLATE ${options.empty ? 'template0' : template}`);
  const url = withDatabase(cluster, name);
  const pool = createPool(url, { max: options.max ?? 10 });
  return {
    url,
    pool,
    drop: async () => {
      if (!pool.ended) await pool.end();
      await administer(cluster, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
