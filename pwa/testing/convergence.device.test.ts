import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { play } from './convergence.ts';
import { steps } from './convergence-steps.ts';

// Every run plays a short set; `npm run test:chaos -- --runs 1000 --seed 7` plays more. A failure prints its
// seed and path.
const RUNS = Number(process.env['CHAOS_RUNS'] ?? 6);
const SEED = Number(process.env['CHAOS_SEED'] ?? 20_261_121);
const PATH = process.env['CHAOS_PATH'];
/** The number of runs per test, so that a long set shows its progress. */
const PER_TEST = 20;

describe('three devices with a bad network, bad disks and an unreliable server', () => {
  for (let from = 0; from < RUNS; from += PER_TEST) {
    const runs = Math.min(PER_TEST, RUNS - from);
    const seed = SEED + from / PER_TEST;
    test(
      `end with the server's data, each operation done exactly once (${runs} runs of seed ${seed})`,
      async () => {
        const property = fc.asyncProperty(steps, play);
        const parameters = { numRuns: runs, seed, endOnFailure: true, ...(PATH ? { path: PATH } : {}) };
        await expect(fc.assert(property, parameters)).resolves.toBeUndefined();
      },
      runs * 60_000,
    );
  }
});
