import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    path: { type: 'string' },
    /** Seeds of the machine for two people; 0 skips it. */
    pairs: { type: 'string' },
    /** Repeats one of its pairs, for example `move-sample × sign-section`, without the devices. */
    pair: { type: 'string' },
    /** Random scans on the bench screens instead of pairs and devices. */
    scans: { type: 'boolean', default: false },
    /** Killed server processes, a full disk and clocks ten years off instead of pairs and devices. */
    faults: { type: 'boolean', default: false },
    /** How often each of these tests kills a server process. */
    kills: { type: 'string', default: '20' },
    /** An empty folder on a small file system, whose disk is really filled. */
    disk: { type: 'string' },
  },
});

const pathSettings = (): Record<string, string> =>
  values.path === undefined ? {} : { CHAOS_PATH: values.path };

/** Run one file of tests with its settings; returns how it ended. */
function runTests(project: string, file: string, settings: Record<string, string>): number {
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', project, '--retry=0', file], {
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  });
  return status ?? 1;
}

/** Run a property test that prints seed and path; `flag` is the option that repeats a run. */
function playRuns(project: string, file: string, flag: string): number {
  process.stdout.write(`${values.runs} runs from seed ${values.seed}\n`);
  const settings = { CHAOS_RUNS: values.runs, CHAOS_SEED: values.seed, ...pathSettings() };
  const status = runTests(project, file, settings);
  if (status !== 0)
    process.stdout.write(
      `A failed run prints its seed and path: npm run test:chaos -- ${flag}--runs 1 --seed <seed> --path <path>\n`,
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

function playFaults(): number {
  process.stdout.write(`${values.kills} kills from seed ${values.seed}\n`);
  const status = runTests('device', 'scripts/faults/', {
    FAULT_KILLS: values.kills,
    FAULT_SEED: values.seed,
    ...(values.disk === undefined ? {} : { FAULT_DISK: values.disk }),
  });
  if (status !== 0)
    process.stdout.write(
      `The same work again: npm run test:chaos -- --faults --kills ${values.kills} --seed ${values.seed}\n`,
    );
  return status;
}

function play(): number {
  if (values.faults) return playFaults();
  if (values.scans) return playRuns('dom', 'pwa/testing/random-scans', '--scans ');
  const pairs = values.path === undefined ? playPairs() : 0;
  const devices = values.pair === undefined ? playRuns('device', 'pwa/testing/convergence.device', '') : 0;
  return pairs === 0 ? devices : pairs;
}

process.exitCode = play();
