import path from 'node:path';
import setUpTestCluster from '#sync-server/postgres/vitest-cluster.ts';
import { buildApp } from '../build-app.mjs';
import { ROOT } from '../install-packages.mjs';
import { BUILT_APP } from './lab-server.ts';

/**
 * Prepare a browser run for Playwright: the built app, and the cluster in which each test's lab has its copy
 * of the demo.
 */
export default async function prepareBrowserRun(): Promise<() => Promise<void>> {
  // An existing build is used unchanged; otherwise the current sources are built.
  if (!process.env[BUILT_APP]) {
    buildApp();
    process.env[BUILT_APP] = path.join(ROOT, 'dist');
  }
  return setUpTestCluster();
}
