import { joinTestCluster, TEST_CLUSTER_URL, TEST_TEMPLATE } from './test-cluster.ts';

/** Vitest's and Playwright's global set-up: workers inherit the environment, so they find the cluster there. */
export default async function setUpTestCluster(): Promise<() => Promise<void>> {
  const cluster = await joinTestCluster();
  process.env[TEST_CLUSTER_URL] = cluster.url;
  process.env[TEST_TEMPLATE] = cluster.template;
  return () => cluster.leave();
}
