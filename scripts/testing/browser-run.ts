import path from 'node:path';
import setUpTestCluster from '#sync-server/postgres/vitest-cluster.ts';
import { buildApp } from '../build-app.mjs';
import { ROOT } from '../install-packages.mjs';
import { BUILT_APP } from './lab-server.ts';

/** Playwright's global set-up: the built app, and the cluster in which each test's lab has its copy of the demo. */
export default async function prepareBrowserRun(): Promise<() => Promise<void>> {
  // A build that is already there is used as it is; everybody else gets the sources as they stand.
  if (!process.env[BUILT_APP]) {
    buildApp();
    process.env[BUILT_APP] = path.join(ROOT, 'dist');
  }
  return setUpTestCluster();
}
