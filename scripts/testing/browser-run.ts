import path from 'node:path';
import setUpTestCluster from '#sync-server/postgres/vitest-cluster.ts';
import { buildApp } from '../build-app.mjs';
import { ROOT } from '../install-packages.mjs';
import { createDemoDatabase } from './demo-database.ts';
import { BUILT_APP } from './lab-server.ts';

/** Runs what is left to do at the end in reverse order, also when the set-up stopped half way. */
async function undo(steps: (() => Promise<void>)[]): Promise<void> {
  for (const step of steps.toReversed()) await step();
}

/** Playwright's global set-up: the built app, and the demo lab that each test's own lab is a copy of. */
export default async function prepareBrowserRun(): Promise<() => Promise<void>> {
  // A build that is already there is used as it is; everybody else gets the sources as they stand.
  if (!process.env[BUILT_APP]) {
    buildApp();
    process.env[BUILT_APP] = path.join(ROOT, 'dist');
  }
  const steps: (() => Promise<void>)[] = [];
  try {
    steps.push(await setUpTestCluster());
    steps.push(await createDemoDatabase());
    return () => undo(steps);
  } catch (error) {
    await undo(steps);
    throw error;
  }
}
