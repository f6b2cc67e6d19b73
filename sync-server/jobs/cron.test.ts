import { expect, test } from 'vitest';
import { lastDigestTime } from '#db/records/emails/digest-time.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { cronIntervalMs, cronItemsOf, nextCronTime } from './cron.ts';
import { TASKS } from './tasks.ts';

const env = readEnv({ AUTH_SECRET: 'a secret of the tests, long enough to be one' });
const HOUR_MS = 3_600_000;
const NEW_YORK = 'America/New_York';

test('each cron entry names a declared task, once', () => {
  const declared = new Map(TASKS.map((task) => [task.name, task]));
  // Including tasks that are useful only elsewhere.
  const everywhere = TASKS.map((task) => ({ ...task, isEnabled: () => true }));
  const items = cronItemsOf(everywhere, env);
  expect(items.length).toBeGreaterThan(15);
  for (const { task, identifier, options } of items) {
    expect([task, declared.has(task), identifier]).toEqual([task, true, task]);
    expect([task, options.queueName]).toEqual([task, declared.get(task)?.exclusive ? task : undefined]);
  }
  expect(new Set(items.map(({ task }) => task)).size).toBe(items.length);
});

test('each task has a unique name, one schedule, and a cron that becomes due', () => {
  expect(new Set(TASKS.map(({ name }) => name)).size).toBe(TASKS.length);
  for (const { name, schedule } of TASKS) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect([name, Object.keys(schedule).length]).toEqual([name, 1]);
    if (schedule.cron !== undefined)
      expect([name, nextCronTime(schedule.cron, new Date())]).toEqual([name, expect.any(Date)]);
  }
});

// Cron is in UTC without clock changes; daily tasks check at least hourly whether the lab's day has come.
test('each cron is due in every hour of a day, so that none depends on a time zone', () => {
  for (const { name, schedule } of TASKS)
    if (schedule.cron !== undefined) {
      expect([name, schedule.cron.split(' ').slice(1)]).toEqual([name, ['*', '*', '*', '*']]);
      expect([name, cronIntervalMs(schedule.cron) <= HOUR_MS]).toEqual([name, true]);
    }
});

test('an hourly cron is due 25, 23 and 24 times on lab days with and without clock changes', () => {
  const dueOn = (day: string): number => {
    let count = 0;
    let at = new Date(Date.parse(`${day}T00:00:00Z`) - 12 * HOUR_MS);
    const end = at.getTime() + 60 * HOUR_MS;
    while (at.getTime() < end) {
      at = nextCronTime('41 * * * *', at) ?? new Date(end);
      if (labDayOf(at.toISOString(), NEW_YORK) === day) count += 1;
    }
    return count;
  };
  expect([dueOn('2026-11-01'), dueOn('2026-03-08'), dueOn('2026-11-23')]).toEqual([25, 23, 24]);
});

test.each([
  ['2026-10-31', ['2026-10-31T11:00:00.000Z', '2026-11-01T12:00:00.000Z', '2026-11-02T12:00:00.000Z']],
  ['2026-03-07', ['2026-03-07T12:00:00.000Z', '2026-03-08T11:00:00.000Z', '2026-03-09T11:00:00.000Z']],
])(
  'the daily summary is due at seven in the lab, once a day, around a clock change after %s',
  (first, due) => {
    const dueTimes = new Set<string>();
    for (
      let at = Date.parse(`${first}T11:00:00Z`);
      at < Date.parse(`${first}T11:00:00Z`) + 60 * HOUR_MS;
      at += 300_000
    )
      dueTimes.add(lastDigestTime('DAILY', new Date(at).toISOString(), NEW_YORK));
    expect([...dueTimes].filter((time) => due.includes(time))).toEqual(due);
    expect([...dueTimes].filter((time) => time >= (due[0] ?? '') && !due.includes(time))).toEqual([]);
  },
);
