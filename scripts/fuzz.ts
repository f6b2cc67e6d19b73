import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    /** Repeats one failure, as the failure prints it. */
    case: { type: 'string' },
  },
});

process.stdout.write(
  values.case === undefined
    ? `${values.requests} requests from seed ${values.seed}\n`
    : `case ${values.case} of seed ${values.seed}\n`,
);
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'pg', '--retry=0', 'sync-server/fuzz/contract-fuzz'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_REQUESTS: values.requests,
      FUZZ_SEED: values.seed,
      ...(values.case === undefined ? {} : { FUZZ_CASE: values.case }),
    },
  },
);
process.exitCode = status ?? 1;
