import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { APPLICATION_ROLE } from './application-role.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { MIGRATIONS, migrate, readMigrations } from './migrate.ts';
import { createPool } from './pool.ts';
import { withStartLock } from './start-lock.ts';

/** Environment variable with the run's cluster address for its owner, read by test workers. */
export const TEST_CLUSTER_URL = 'BENCHSIDE_TEST_CLUSTER_URL';
/** Environment variable with the address for the application role, in which tests run like the server. */
export const TEST_APPLICATION_URL = 'BENCHSIDE_TEST_APPLICATION_URL';
/** Environment variable with the name of the migrated template database. */
export const TEST_TEMPLATE = 'BENCHSIDE_TEST_TEMPLATE';
/** Environment variable with a word unique to this run, for names that its files share in the cluster. */
export const TEST_RUN = 'BENCHSIDE_TEST_RUN';

export interface TestCluster {
  /** Connection string of the owner, who creates databases. */
  url: string;
  applicationUrl: string;
  template: string;
  /** Leave the cluster; the last run to leave stops it and removes its files. */
  leave(): Promise<void>;
}

/** Return the connection string with another database name. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

const exists = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])).rows.length > 0;

/** Create a template database once: the first caller makes it, and others see it only when complete. */
export async function ensureTemplate(
  client: pg.Client,
  url: string,
  template: { name: string; from: string; fill(pool: pg.Pool): Promise<unknown> },
): Promise<void> {
  const { name, from, fill } = template;
  await client.query('SELECT pg_advisory_lock(1)');
  try {
    if (await exists(client, name)) return;
    const draft = `${name}_draft`;
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${draft} TEMPLATE ${from}`);
    const pool = createPool(withDatabase(url, draft), { max: 4 });
    try {
      await fill(pool);
    } finally {
      await pool.end();
    }
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  } finally {
    await client.query('SELECT pg_advisory_unlock(1)');
  }
}

/**
 * Create one template per state of the migrations, so that runs of different states can share the cluster.
 */
async function prepareTemplate(client: pg.Client, url: string): Promise<string> {
  const migrations = readMigrations();
  const state = createHash('sha256').update(migrations.map((migration) => migration.checksum).join());
  const name = `template_${state.digest('hex').slice(0, 16)}`;
  const fill = (pool: pg.Pool) => migrate(pool, migrations, APPLICATION_ROLE);
  await ensureTemplate(client, url, { name, from: 'template1', fill });
  return name;
}

// A crash may lose this cluster, so no commit waits for the disk.
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];
// Tests compare the order of revisions with the order of commits.
const SETTINGS = [...FAST, 'track_commit_timestamp=on'];

async function joinCluster(home: string): Promise<{ cluster: EmbeddedPostgres; holder: pg.Client }> {
  const cluster = await startEmbeddedPostgres({ home, settings: SETTINGS, disposable: true });
  const holder = new pg.Client({ connectionString: cluster.ownerUrl, application_name: 'test-run' });
  // If the cluster dies, tests fail by name; this keep-alive connection must not end the run.
  holder.on('error', () => undefined);
  await holder.connect();
  return { cluster, holder };
}

/** Start the machine's test cluster, or join the one of a concurrent run. */
export async function joinTestCluster(): Promise<TestCluster> {
  const place = createHash('sha256')
    .update([MIGRATIONS, ...SETTINGS].join('\n'))
    .digest('hex')
    .slice(0, 8);
  const home = path.join(os.tmpdir(), `benchside-test-${process.getuid?.() ?? 0}-${place}`);
  const lock = `${home}.lock`;
  const { cluster, holder } = await withStartLock(lock, () => joinCluster(home));
  const leave = () =>
    withStartLock(lock, async () => {
      await holder.end();
      if ((await cluster.stop()) === 'stopped') rmSync(home, { recursive: true, force: true });
    });
  try {
    const { ownerUrl, url } = cluster;
    const template = await prepareTemplate(holder, ownerUrl);
    return { url: ownerUrl, applicationUrl: url, template, leave };
  } catch (error) {
    await leave();
    throw error;
  }
}
