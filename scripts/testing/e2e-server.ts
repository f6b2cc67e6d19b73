import path from 'node:path';
import setUpTestCluster from '#sync-server/postgres/vitest-cluster.ts';
import { buildApp } from '../build-app.mjs';
import { ROOT } from '../install-packages.mjs';
import { createDemoDatabase } from './demo-database.ts';
import { BUILT_APP, openLabServer } from './lab-server.ts';

/** Runs what is left to do at the end in reverse order, also when the set-up stopped half way. */
async function undo(steps: (() => Promise<void>)[]): Promise<void> {
  for (const step of steps.toReversed()) await step();
}

/** Playwright's global set-up: the built app, the demo lab, and one real server over a copy of it on a free port. */
export default async function startE2eServer(): Promise<() => Promise<void>> {
  // A build that is already there is used as it is; everybody else gets the sources as they stand.
  if (!process.env[BUILT_APP]) {
    buildApp();
    process.env[BUILT_APP] = path.join(ROOT, 'dist');
  }
  const steps: (() => Promise<void>)[] = [];
  try {
    steps.push(await setUpTestCluster());
    steps.push(await createDemoDatabase());
    const lab = await openLabServer();
    steps.push(() => lab.close());
    process.env['BENCHSIDE_E2E_URL'] = lab.url;
    process.env['BENCHSIDE_E2E_DATABASE'] = lab.databaseUrl;
    return () => undo(steps);
  } catch (error) {
    await undo(steps);
    throw error;
  }
}
