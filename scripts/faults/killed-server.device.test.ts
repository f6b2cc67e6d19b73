import { describe, expect, test } from 'vitest';
import { playKilledShift } from './killed-shift.ts';

// Every run plays a short shift; `npm run test:chaos -- --faults --kills 20` plays more.
const KILLS = Number(process.env['FAULT_KILLS'] ?? 1);
const SEED = Number(process.env['FAULT_SEED'] ?? 20_261_128);
/** Kills in one shift: the check at its end replays all its operations. */
const PER_SHIFT = 5;

const isLongRun = process.env['FAULT_KILLS'] !== undefined;

/** Play shifts on labs with this number of processes, each on a lab of its own. */
function testShifts(processes: number, title: string): void {
  for (let from = 0; from < KILLS; from += PER_SHIFT) {
    const kills = Math.min(PER_SHIFT, KILLS - from);
    const seed = SEED + from / PER_SHIFT;
    test(
      `${title} (${kills} kills, seed ${seed})`,
      async () => {
        const counts = await playKilledShift({ processes, kills, seed });
        if (isLongRun) process.stdout.write(`${kills} kills of ${processes}: ${JSON.stringify(counts)}\n`);
        expect(counts.cutRounds + counts.unanswered).toBeGreaterThan(0);
      },
      120_000 + kills * 60_000,
    );
  }
}

describe('devices that send and fetch while server processes are killed', () => {
  testShifts(1, 'have each operation once when the only process is killed');
  testShifts(2, 'lose nothing when one of two processes on a database is killed');
});
