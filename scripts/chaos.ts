import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    path: { type: 'string' },
    /** Random scans on the bench screens instead of devices with a bad network. */
    scans: { type: 'boolean', default: false },
  },
});

process.stdout.write(`${values.runs} runs from seed ${values.seed}\n`);
const { status } = spawnSync(
  'npx',
  values.scans
    ? ['vitest', 'run', '--project', 'dom', '--retry=0', 'pwa/testing/random-scans']
    : ['vitest', 'run', '--project', 'device', 'pwa/testing/convergence.device'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      CHAOS_RUNS: values.runs,
      CHAOS_SEED: values.seed,
      ...(values.path === undefined ? {} : { CHAOS_PATH: values.path }),
    },
  },
);
if (status !== 0) {
  process.stdout.write(
    `A failed run prints its seed and path: npm run test:chaos -- ${values.scans ? '--scans ' : ''}--runs 1 --seed <seed> --path <path>\n`,
  );
}
process.exitCode = status ?? 1;
