import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    path: { type: 'string' },
    /** Seeds of the machine for two people; 0 leaves it out. */
    pairs: { type: 'string' },
    /** One of its pairs again, for example `move-sample × sign-section`; the devices are left out. */
    pair: { type: 'string' },
  },
});

/** Runs one file of tests with its settings and returns how it ended. */
function runTests(project: string, file: string, settings: Record<string, string>): number {
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', project, file], {
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  });
  return status ?? 1;
}

function playDevices(): number {
  process.stdout.write(`${values.runs} runs from seed ${values.seed}\n`);
  const status = runTests('device', 'pwa/testing/convergence.device', {
    CHAOS_RUNS: values.runs,
    CHAOS_SEED: values.seed,
    ...(values.path === undefined ? {} : { CHAOS_PATH: values.path }),
  });
  if (status !== 0)
    process.stdout.write(
      'A failed run prints its seed and path: npm run test:chaos -- --runs 1 --seed <seed> --path <path>\n',
    );
  return status;
}

function playPairs(): number {
  const count = values.pairs ?? values.runs;
  if (Number(count) === 0) return 0;
  process.stdout.write(`every pair of operations with ${count} seeds from ${values.seed}\n`);
  const status = runTests('node', 'pwa/testing/pairs/pairs.test', {
    PAIRS_RUNS: count,
    PAIRS_SEED: values.seed,
    ...(values.pair === undefined ? {} : { PAIRS_PAIR: values.pair }),
  });
  if (status !== 0)
    process.stdout.write(
      'A failed pair prints its seed: npm run test:chaos -- --pairs 1 --seed <seed> --pair "<one> × <other>"\n',
    );
  return status;
}

const onlyPairs = values.pair !== undefined;
const onlyDevices = values.path !== undefined;
const ended = [onlyDevices ? 0 : playPairs(), onlyPairs ? 0 : playDevices()];
process.exitCode = ended.find((status) => status !== 0) ?? 0;
