import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { type BenchLab, openBenchLab } from './bench-lab.ts';
import { addPeople, play, steps } from './convergence.ts';

const RUNS = Number(process.env['CHAOS_RUNS'] ?? 12);
const SEED = Number(process.env['CHAOS_SEED'] ?? 20261121);

let lab: BenchLab;

beforeAll(async () => {
  lab = await openBenchLab();
  await addPeople(lab);
});

afterAll(() => lab.close());

test(
  'three devices with a bad network and bad disks end with what the server has, each act done exactly once',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, (run) => play(lab, run)),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  },
  RUNS * 10_000,
);
