import pg from 'pg';
import {
  joinTestCluster,
  TEST_APPLICATION_URL,
  TEST_CLUSTER_URL,
  TEST_RUN,
  TEST_TEMPLATE,
} from './test-cluster.ts';

/** Remove what the files of the run shared. */
async function dropShared(url: string, run: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const shared = 'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)';
    const { rows } = await client.query<{ name: string }>(shared, [`${run}_`]);
    for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

/** Global setup of Vitest and Playwright: workers inherit the environment and find the cluster there. */
export default async function setUpTestCluster(): Promise<() => Promise<void>> {
  const cluster = await joinTestCluster();
  // Vitest runs this for each of its projects, and they share the result.
  const run = process.env[TEST_RUN] ?? `run_${crypto.randomUUID().slice(0, 8)}`;
  process.env[TEST_CLUSTER_URL] = cluster.url;
  process.env[TEST_APPLICATION_URL] = cluster.applicationUrl;
  process.env[TEST_TEMPLATE] = cluster.template;
  process.env[TEST_RUN] = run;
  return async () => {
    await dropShared(cluster.url, run);
    await cluster.leave();
  };
}
