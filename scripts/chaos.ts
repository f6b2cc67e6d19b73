import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    path: { type: 'string' },
  },
});

process.stdout.write(`${values.runs} runs from seed ${values.seed}\n`);
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'device', 'pwa/testing/convergence.device'],
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
    'A failed run prints its seed and path: npm run test:chaos -- --runs 1 --seed <seed> --path <path>\n',
  );
}
process.exitCode = status ?? 1;
