import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '#sync-server/config/env.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { nextCronTime } from './cron.ts';
import { TASKS } from './tasks.ts';

// Cron is in UTC and ignores clock changes. Daily work of a lab is checked at least hourly, and the database
// records what is done: so the 25-hour day does it once, and the 23-hour day does it too.
let lab: DemoServer;
let order = '';
let license = '';
beforeAll(async () => {
  lab = await openDemoServer();
  lab.services.env = readEnv({ AUTH_SECRET: 'x'.repeat(40), LAB_TIMEZONE: 'America/New_York' });
  order = await idOf(
    `SELECT id FROM "order" WHERE entity = 'WBL' AND status = 'PENDING_COMPLETION' AND NOT deleted ORDER BY id LIMIT 1`,
  );
  license = await idOf(
    `SELECT id FROM clinician_license WHERE status = 'VERIFIED' AND NOT deleted ORDER BY id LIMIT 1`,
  );
  await lab.rows(
    `UPDATE "order" SET status = 'PROCESSING' WHERE status = 'PENDING_COMPLETION' AND id <> $1`,
    [order],
  );
  await lab.rows(`UPDATE clinician_license SET expires_on = '2049-01-01' WHERE id <> $1`, [license]);
});
afterAll(() => lab.close());

async function idOf(text: string): Promise<string> {
  const [row] = await lab.rows<{ id: string }>(text);
  if (!row) throw new Error('The demo lab lacks what this test needs.');
  return row.id;
}

/** Run a task whenever its cron is due, and return the times at which it did something. */
async function runByCron(name: string, from: string, to: string): Promise<string[]> {
  const task = TASKS.find((one) => one.name === name);
  const cron = task?.schedule.cron;
  if (!task || cron === undefined) throw new Error(`${name} has no cron.`);
  const worked: string[] = [];
  for (let at = nextCronTime(cron, new Date(from)); at && at < new Date(to); at = nextCronTime(cron, at)) {
    const now = at;
    const { changed } = await task.run({ ...lab.services, now: () => now }, {});
    if (changed > 0) worked.push(now.toISOString());
  }
  return worked;
}

interface ChangeDay {
  day: string;
  dayBefore: string;
  /** Midnight of the lab, before and after that day. */
  begins: string;
  ends: string;
  digests: string[];
}
const FALL: ChangeDay = {
  day: '2030-11-03',
  dayBefore: '2030-11-02',
  begins: '2030-11-03T04',
  ends: '2030-11-04T05',
  digests: ['2030-11-02T11:05', '2030-11-03T12:05', '2030-11-04T12:05'],
};
const SPRING: ChangeDay = {
  day: '2030-03-10',
  dayBefore: '2030-03-09',
  begins: '2030-03-10T05',
  ends: '2030-03-11T04',
  digests: ['2030-03-09T12:05', '2030-03-10T11:05', '2030-03-11T11:05'],
};
const DAYS = [SPRING, FALL];
const FROM = (day: string): string => `${day}T09:00:00Z`;
const to = ({ dayBefore }: ChangeDay): string =>
  new Date(Date.parse(FROM(dayBefore)) + 54 * 3_600_000).toISOString();

test.each(DAYS)(
  'an order is closed once, after the midnights at the start and end of $day',
  async (change) => {
    const finish = async (at: string) => {
      await lab.rows(`UPDATE "order" SET status = 'PENDING_COMPLETION', completed_at = NULL WHERE id = $1`, [
        order,
      ]);
      await lab.rows(
        `UPDATE specimen SET results_released_at = $2 WHERE order_id = $1 AND status = 'COMPLETED'`,
        [order, at],
      );
      await lab.rows(
        `UPDATE discrepancy SET resolution = 'RELABELED' WHERE specimen_id IN (SELECT id FROM specimen WHERE order_id = $1)`,
        [order],
      );
      await lab.rows(
        `UPDATE invoice SET status = 'AWAITING_BILLING' WHERE order_id = $1 AND status NOT IN ('VOID', 'CANCELED')`,
        [order],
      );
      await lab.rows(`UPDATE "order" SET updated_at = $2 WHERE id = $1`, [order, at]);
    };
    await finish(`${change.dayBefore}T15:00:00Z`);
    expect(await runByCron('close-finished-orders', FROM(change.dayBefore), to(change))).toEqual([
      `${change.begins}:31:00.000Z`,
    ]);
    await finish(`${change.day}T15:00:00Z`);
    expect(await runByCron('close-finished-orders', FROM(change.dayBefore), to(change))).toEqual([
      `${change.ends}:31:00.000Z`,
    ]);
  },
);

test.each(DAYS)(
  'a license whose last day is $day ends once, when that day ends in the lab',
  async (change) => {
    await lab.rows(
      `UPDATE clinician_license SET status = 'VERIFIED', expires_on = $2, reminded_days = 7 WHERE id = $1`,
      [license, change.day],
    );
    await lab.rows('DELETE FROM email');
    expect(await runByCron('watch-licences', FROM(change.dayBefore), to(change))).toEqual([
      `${change.ends}:17:00.000Z`,
    ]);
    expect(await lab.rows(`SELECT count(*)::int AS n FROM email`)).toEqual([{ n: 1 }]);
  },
);

test.each(DAYS)('the daily summary is sent once a day, at seven in the lab, around $day', async (change) => {
  const [person] = await lab.rows<{ id: string; email: string; specimen: string }>(
    `SELECT u.id, u.email, s.id AS specimen FROM "order" o JOIN specimen s ON s.order_id = o.id AND NOT s.deleted
       JOIN user_company m ON m.company_id = o.company_id AND m.role = 'COMPANY_USER' AND m.entity = 'WBL' JOIN "user" u ON u.id = m.user_id
      WHERE o.entity = 'WBL' AND NOT o.deleted ORDER BY m.id, s.id LIMIT 1`,
  );
  await lab.rows(
    `UPDATE "order" SET created_by_user_id = $1 WHERE id = (SELECT order_id FROM specimen WHERE id = $2)`,
    [person?.id, person?.specimen],
  );
  for (const table of ['email', 'status_digest_run', 'status_digest']) await lab.rows(`DELETE FROM ${table}`);
  const from = Date.parse(FROM(change.dayBefore));
  await lab.rows(
    `INSERT INTO status_digest (user_id, entity, told_until) SELECT DISTINCT user_id, entity, $1::timestamptz FROM user_company`,
    [new Date(from - 24 * 3_600_000)],
  );
  // An event occurs in every hour.
  for (let hour = -20; hour < 54; hour += 1)
    await lab.rows(
      `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, synced_at, data, customer_visible)
       VALUES ($1, $2, $2, 'WBL', 'SPECIMEN_ACCESSIONED', 'Specimen', $3, '2026-01-01', $2, '{}', true)`,
      [`${change.day}-${hour + 20}`, new Date(from + hour * 3_600_000), person?.specimen],
    );
  const worked = await runByCron('send-summaries', FROM(change.dayBefore), to(change));
  expect(worked.map((at) => at.slice(0, 16))).toEqual(change.digests);
  const letters = await lab.rows(
    `SELECT count(*)::int AS n FROM email WHERE kind = 'STATUS_DIGEST' AND "to" = $1`,
    [person?.email],
  );
  expect(letters).toEqual([{ n: 3 }]);
});
