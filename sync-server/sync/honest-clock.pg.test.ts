import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { enrollDevice } from './devices.ts';
import { pushOperations } from './push-operations.ts';
import { envelope, NOW, openTestLab, type TestLab } from './test-lab.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let lab: TestLab;
beforeAll(async () => {
  lab = await openTestLab();
});
afterEach(async () => {
  lab.now.value = NOW;
  await lab.retireDevices();
});
afterAll(() => lab.database.drop());

const at = (ms: number): string => new Date(Date.parse(NOW) + ms).toISOString();

/** A handheld enrolled at NOW and its later work: the true times and the times of its clock. */
async function handheld() {
  const { deviceId } = await enrollDevice(lab.settings, lab.tess, { name: 'Zebra' });
  let n = 0;
  return {
    deviceId,
    does: (clockTime: string): OperationEnvelope => {
      n += 1;
      return envelope(
        n,
        'build-place',
        { id: ulid(), name: `Place ${n}` },
        { occurredAt: clockTime, clockOffsetMs: 0 },
      );
    },
    sends: async (operations: OperationEnvelope[], when: number) => {
      lab.now.value = at(when);
      const push = { deviceId, protocol: 1, operations, waiting: 0 };
      return (await pushOperations(lab.engine, lab.tess, push)).verdicts;
    },
  };
}

const timesOf = async (deviceId: string): Promise<string[]> => {
  const { rows } = await lab.database.pool.query<{ occurred_at: Date }>(
    'SELECT occurred_at FROM operation WHERE device_id = $1 ORDER BY n',
    [deviceId],
  );
  return rows.map(({ occurred_at }) => occurred_at.toISOString());
};
const placesOf = async (operations: readonly OperationEnvelope[]): Promise<number> => {
  const ids = operations.map(({ args }) => args['id']);
  return (
    (await lab.database.pool.query('SELECT 1 FROM storage_management WHERE id = ANY ($1)', [ids])).rowCount ??
    0
  );
};

for (const [duration, behind] of [
  ['a day', DAY],
  ['a year', 365 * DAY],
  ['ten years', 3_652 * DAY],
] as const) {
  test(`an honest handheld whose clock was set back by ${duration} loses nothing: its work keeps order and pauses, with one review`, async () => {
    const { deviceId, does, sends } = await handheld();
    const work = [
      does(at(HOUR)),
      does(at(2 * HOUR - behind)),
      does(at(2 * HOUR + 10 * MINUTE - behind)),
      does(at(3 * HOUR - behind)),
    ];
    const verdicts = await sends(work, 8 * HOUR);
    expect(verdicts.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['APPLIED', null],
      ['CONFLICT', 'CLOCK'],
      ['APPLIED_WITH_WARNING', 'CLOCK_CORRECTED'],
      ['APPLIED_WITH_WARNING', 'CLOCK_CORRECTED'],
    ]);
    expect(await placesOf(work)).toBe(4);
    expect(await timesOf(deviceId)).toEqual([at(HOUR), at(HOUR), at(HOUR + 10 * MINUTE), at(2 * HOUR)]);
    const conflicts = await lab.database.pool.query(
      `SELECT mine FROM sync_conflict WHERE kind = 'CLOCK' AND command_id = ANY ($1)`,
      [work.map(({ id }) => id)],
    );
    expect(conflicts.rows).toMatchObject([
      { mine: { value: { deviceTime: work[1]?.occurredAt, occurredAt: at(HOUR) } } },
    ]);
  });
}

for (const [duration, forward] of [
  ['a day', DAY],
  ['ten years', 3_652 * DAY],
] as const) {
  test(`an honest handheld whose clock was set forward by ${duration} loses nothing, and later work with a correct clock keeps its time`, async () => {
    const { deviceId, does, sends } = await handheld();
    const futureOperations = [does(at(HOUR + forward)), does(at(2 * HOUR + forward))];
    const verdicts = await sends(futureOperations, 8 * HOUR);
    expect(verdicts.map(({ code }) => code)).toEqual(['CLOCK', 'CLOCK']);
    expect(await placesOf(futureOperations)).toBe(2);
    expect(await sends([does(at(9 * HOUR))], 10 * HOUR)).toMatchObject([{ outcome: 'APPLIED' }]);
    expect(await timesOf(deviceId)).toEqual([at(8 * HOUR), at(8 * HOUR), at(9 * HOUR)]);
  });
}

test('an honest handheld that was offline for a week keeps the times of its work', async () => {
  const { deviceId, does, sends } = await handheld();
  const days = [1, 2, 3, 4, 5, 6];
  const work = days.map((day) => does(at(day * DAY)));
  const verdicts = await sends(work, 7 * DAY);
  // After 72 hours a person reviews the time, as before.
  expect(verdicts.map(({ outcome }) => outcome)).toEqual([
    'CONFLICT',
    'CONFLICT',
    'CONFLICT',
    'APPLIED',
    'APPLIED',
    'APPLIED',
  ]);
  expect(await timesOf(deviceId)).toEqual(days.map((day) => at(day * DAY)));
  expect(await placesOf(work)).toBe(6);
});

test('small clock differences are accepted, between two operations and at a contact', async () => {
  const { deviceId, does, sends } = await handheld();
  const work = [does(at(-4 * MINUTE)), does(at(HOUR)), does(at(HOUR - 4 * MINUTE))];
  expect((await sends(work, 2 * HOUR)).map(({ outcome }) => outcome)).toEqual([
    'APPLIED',
    'APPLIED',
    'APPLIED',
  ]);
  expect(await sends([does(at(2 * HOUR - 2 * MINUTE))], 3 * HOUR)).toMatchObject([{ outcome: 'APPLIED' }]);
  expect((await timesOf(deviceId))[2]).toBe(at(HOUR - 4 * MINUTE));
});

test('a device that enrolls again continues with the time of the one that it replaces', async () => {
  const { deviceId, does } = await handheld();
  const unsent = does(at(HOUR));
  lab.now.value = at(8 * HOUR);
  const replacement = await enrollDevice(lab.settings, lab.tess, { name: 'Zebra', replaces: deviceId });
  const push = { deviceId: replacement.deviceId, protocol: 1, operations: [unsent], waiting: 0 };
  expect((await pushOperations(lab.engine, lab.tess, push)).verdicts).toMatchObject([{ outcome: 'APPLIED' }]);
  expect(await timesOf(replacement.deviceId)).toEqual([at(HOUR)]);
});

test('a renewal with an empty outbox is a contact that bounds later work, one with waiting work is not', async () => {
  const { deviceId, does } = await handheld();
  const boundAfter = async (waiting: number) => {
    await enrollDevice(lab.settings, lab.tess, { name: 'Zebra', deviceId, waiting });
    const { rows } = await lab.database.pool.query('SELECT not_before FROM device WHERE id = $1', [deviceId]);
    return rows[0]?.not_before.toISOString();
  };
  does(at(HOUR));
  lab.now.value = at(2 * HOUR);
  expect(await boundAfter(1)).toBe(NOW);
  expect(await boundAfter(0)).toBe(at(2 * HOUR));
});
