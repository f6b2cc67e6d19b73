import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChaosDevice, closeDevice } from '#pwa/testing/chaos-device.ts';
import { openDevices, runStep, syncAll } from '#pwa/testing/convergence.ts';
import { type CheckedRun, checkEnd, checkServer } from '#pwa/testing/convergence-checks.ts';
import { syncOnce } from '#pwa/testing/simulated-device.ts';
import { openProcessLab, type ProcessLab } from './process-lab.ts';

const MINUTE = 60_000;
const TEN_YEARS = 3_652 * 24 * 60 * MINUTE;
const MOVES = 5;

let lab: ProcessLab;
let run: CheckedRun;
let startedAt: number;

beforeAll(async () => {
  startedAt = Date.now();
  lab = await openProcessLab(1);
  run = { lab, ...(await openDevices(lab)) };
});
afterAll(async () => {
  for (const device of run.devices) await closeDevice(device);
  await lab.close();
});

const deviceAt = (index: number): ChaosDevice => {
  const device = run.devices[index];
  if (!device) throw new Error('There is no device.');
  return device;
};

/** Move the tubes between the boxes, each device its own. */
async function moveTubes(index: number): Promise<void> {
  for (let move = 0; move < MOVES; move++)
    await runStep(deviceAt(index), { do: 'move', tube: index, box: move % 2, slot: index });
}

interface LoggedMove {
  outcome: string;
  code: string | null;
  occurred_at: Date;
}

/** List the operations of a device after its n-th, by their numbers. */
async function movesOf(index: number, after = 0): Promise<LoggedMove[]> {
  const { rows } = await lab.database.pool.query<LoggedMove>(
    'SELECT outcome, code, occurred_at FROM operation WHERE user_id = $1 AND n > $2 ORDER BY n',
    [deviceAt(index).actor.userId, after],
  );
  return rows;
}

const codesOf = (moves: readonly LoggedMove[]) => moves.map(({ code }) => code);

/** Expect that the server stored times that are possible: since the start, not after now, in device order. */
function expectPossibleTimes(moves: readonly LoggedMove[]): void {
  const times = moves.map(({ occurred_at }) => occurred_at.getTime());
  expect(Math.min(...times)).toBeGreaterThanOrEqual(startedAt - 5 * MINUTE);
  expect(Math.max(...times)).toBeLessThanOrEqual(Date.now() + MINUTE);
  expect(times).toEqual([...times].sort((one, other) => one - other));
}

async function expectEqualReplicas(): Promise<void> {
  await syncAll(run);
  for (const device of run.devices) await checkEnd(run, device);
}

test('work of clocks that jump ten years ahead and back is done once at possible times, with a review', async () => {
  // Ahead, behind, and a colleague whose clock is right; all without contact since the jump.
  deviceAt(0).clockMs = TEN_YEARS;
  deviceAt(1).clockMs = -TEN_YEARS;
  for (const index of [0, 1, 2]) await moveTubes(index);
  // Ahead, the device cannot tell the jump from ten years without contact: it asks for one.
  expect(deviceAt(0).acknowledged.size).toBe(0);
  expect(deviceAt(1).acknowledged.size).toBe(MOVES);
  expect(await Promise.all(run.devices.map(({ replica }) => syncOnce(replica)))).toEqual([true, true, true]);
  const behind = await movesOf(1);
  expect(codesOf(behind)).toEqual(['CLOCK', ...Array(MOVES - 1).fill('CLOCK_CORRECTED')]);
  expectPossibleTimes(behind);
  expect(codesOf(await movesOf(2))).toEqual(Array(MOVES).fill(null));
  await expectEqualReplicas();
});

test('devices whose clock stays ten years off work on after a contact, with corrected times', async () => {
  for (const index of [0, 1, 2]) await moveTubes(index);
  expect(deviceAt(0).acknowledged.size).toBe(MOVES);
  expect(await Promise.all(run.devices.map(({ replica }) => syncOnce(replica)))).toEqual([true, true, true]);
  for (const [index, after] of [
    [0, 0],
    [1, MOVES],
  ] as const) {
    const moves = await movesOf(index, after);
    expect(codesOf(moves)).toEqual(Array(MOVES).fill('CLOCK_CORRECTED'));
    expectPossibleTimes(moves);
  }
  await expectEqualReplicas();
});

test('work of a clock that is set right again is done once at possible times, in the order of the device', async () => {
  for (const index of [0, 1]) {
    deviceAt(index).clockMs = 0;
    await moveTubes(index);
  }
  expect(await Promise.all(run.devices.map(({ replica }) => syncOnce(replica)))).toEqual([true, true, true]);
  // The clock that was behind seems to come from the future now: the moment of arrival holds.
  for (const index of [0, 1]) expectPossibleTimes(await movesOf(index));
  for (const device of run.devices) expect(device.replica.outbox.all().length).toBe(device.acknowledged.size);
  await expectEqualReplicas();
  // After this contact nothing is left to correct.
  for (const index of [0, 1]) {
    const before = (await movesOf(index)).length;
    await moveTubes(index);
    expect(await syncOnce(deviceAt(index).replica)).toBe(true);
    expect(codesOf(await movesOf(index, before))).toEqual(Array(MOVES).fill(null));
  }
  await expectEqualReplicas();
  await checkServer(run);
});
