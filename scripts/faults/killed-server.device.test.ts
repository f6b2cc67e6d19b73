import { expect, test } from 'vitest';
import { playKilledShift } from './killed-shift.ts';

// Every run plays a short shift; `npm run test:chaos -- --faults --kills 20` plays long ones.
const KILLS = Number(process.env['FAULT_KILLS'] ?? 2);
const SEED = Number(process.env['FAULT_SEED'] ?? 20_261_128);
const LIMIT_MS = 120_000 + KILLS * 90_000;

/** Show what a long run met. */
const report = (title: string, counts: object): void => {
  if (process.env['FAULT_KILLS']) process.stdout.write(`${title}: ${JSON.stringify(counts)}\n`);
};

test(
  'a server process that is killed while devices send and fetch does each operation once',
  async () => {
    const counts = await playKilledShift({ processes: 1, kills: KILLS, seed: SEED });
    report(`${KILLS} kills of one process`, counts);
    expect(counts.cutRounds).toBeGreaterThan(0);
    expect(counts.unanswered).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

test(
  'one of two server processes on a database that is killed loses nothing of its devices',
  async () => {
    const counts = await playKilledShift({ processes: 2, kills: KILLS, seed: SEED + 1 });
    report(`${KILLS} kills of two processes in turn`, counts);
    expect(counts.cutRounds).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
