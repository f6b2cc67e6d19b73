import fc from 'fast-check';
import { afterEach, describe, test } from 'vitest';
import { type BenchLab, openBenchLab } from './bench-lab.ts';
import { addPeople, play } from './convergence.ts';
import { steps } from './convergence-steps.ts';

// A short set on every run; `npm run test:chaos -- --runs 1000 --seed 7` plays more. A failure prints its seed and path.
const RUNS = Number(process.env['CHAOS_RUNS'] ?? 10);
const SEED = Number(process.env['CHAOS_SEED'] ?? 20_261_121);
const PATH = process.env['CHAOS_PATH'];
/** Runs that share one lab: its tables grow with each of them. */
const PER_LAB = 20;

let lab: BenchLab | null = null;

afterEach(async () => {
  await lab?.close();
  lab = null;
});

describe('three devices with a bad network and bad disks', () => {
  for (let from = 0; from < RUNS; from += PER_LAB) {
    const runs = Math.min(PER_LAB, RUNS - from);
    const seed = SEED + from / PER_LAB;
    test(
      `end with what the server has, each act done exactly once (${runs} runs of seed ${seed})`,
      async () => {
        const opened = await openBenchLab();
        lab = opened;
        await addPeople(opened);
        const property = fc.asyncProperty(steps, (run) => play(opened, run));
        await fc.assert(property, {
          numRuns: runs,
          seed,
          endOnFailure: true,
          ...(PATH ? { path: PATH } : {}),
        });
      },
      runs * 15_000,
    );
  }
});
