import pg from 'pg';
import { loadDemoLab } from '#sync-server/demo/load-demo-lab.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { withDatabase } from '#sync-server/postgres/test-cluster.ts';
import { createTestDatabase } from '#sync-server/postgres/test-database.ts';

/** Environment variable by which browser tests find the database with the untouched demo lab. */
export const DEMO_DATABASE = 'BENCHSIDE_E2E_DEMO';

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes the demo lab once per run; labs are then copies of it, because loading it takes seconds and copying does not. */
export async function createDemoDatabase(): Promise<() => Promise<void>> {
  const database = await createTestDatabase({ max: 4 });
  await loadDemoLab(database.pool);
  // A database can be copied only while nobody is connected to it.
  await database.pool.end();
  process.env[DEMO_DATABASE] = database.url;
  return () => database.drop();
}

/** A lab's own copy of the demo lab. */
export async function copyDemoDatabase(): Promise<{ url: string; pool: pg.Pool; drop(): Promise<void> }> {
  const demo = process.env[DEMO_DATABASE];
  if (!demo) throw new Error('No demo lab: run this file through Playwright.');
  const name = `lab_${process.pid}_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await administer(demo, `CREATE DATABASE ${name} TEMPLATE ${new URL(demo).pathname.slice(1)}`);
  const url = withDatabase(demo, name);
  const pool = createPool(url, { max: 2 });
  return {
    url,
    pool,
    drop: async () => {
      await pool.end();
      await administer(demo, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
