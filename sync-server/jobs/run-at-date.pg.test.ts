import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES } from '#db/access/roles.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
let now: () => Date;
beforeAll(async () => {
  lab = await openDemoServer();
  now = lab.services.now;
  await lab.rows('DELETE FROM demo_load');
  await lab.rows('INSERT INTO demo_load (completed_at) VALUES (now())');
});
afterAll(() => lab.close());

const PATH = '/api/dev-tools/jobs';
const run = (body: { job: string | null; date: string }, caller: Caller = 'DEVELOPER') =>
  lab.call(caller, 'post', `${PATH}/run`, body);
const inDays = (days: number): string =>
  labDayOf(new Date(now().getTime() + days * 86_400_000).toISOString(), lab.services.env.LAB_TIMEZONE);

test('only administrators and developers run jobs at another date', async () => {
  for (const role of ROLES) {
    const may = role === 'ADMIN' || role === 'DEVELOPER';
    expect([role, (await lab.call(role, 'get', PATH)).status]).toEqual([role, may ? 200 : 403]);
    if (!may) expect([role, (await run({ job: null, date: inDays(1) }, role)).status]).toEqual([role, 403]);
  }
});

test('jobs at another date are refused without the demo lab', async () => {
  const { env } = lab.services;
  const refusalMessage = 'Jobs run at another date in the demo lab only.';
  lab.services.env = { ...env, DEMO: '0' };
  const off = await run({ job: null, date: inDays(1) });
  expect([off.status, off.body.error]).toEqual([403, refusalMessage]);
  lab.services.env = env;
  await lab.rows('UPDATE demo_load SET completed_at = NULL');
  expect((await run({ job: null, date: inDays(1) })).body.error).toBe(refusalMessage);
  expect((await lab.call('DEVELOPER', 'get', PATH)).body.error).toBe(refusalMessage);
  const overview = async () => (await lab.call('DEVELOPER', 'get', '/api/dev-tools/job-tasks')).body;
  expect(await overview()).toMatchObject({ runsAtDates: false });
  await lab.rows('UPDATE demo_load SET completed_at = now()');
  expect(await overview()).toMatchObject({ runsAtDates: true });
});

test('a past day, a too distant one, and an unknown job are refused with the allowed choices', async () => {
  for (const date of [inDays(-1), inDays(20 * 365)]) {
    const { status, body } = await run({ job: null, date });
    expect([status, body.issues[0]?.path]).toEqual([422, 'date']);
    expect(body.issues[0]?.message).toContain(`Choose a day from ${inDays(0)}`);
  }
  const { status, body } = await run({ job: 'no-such-job', date: inDays(1) });
  expect([status, body.issues[0]?.message]).toEqual([422, expect.stringContaining('discard-idle-drafts')]);
});

test('one job works as on the chosen day, with that time, and the audit log marks it; the clock stays', async () => {
  const date = inDays(120);
  const drafts = `SELECT count(*)::int AS n FROM "order" WHERE status = 'DRAFT' AND NOT deleted`;
  const [before] = await lab.rows<{ n: number }>(drafts);
  expect(before?.n).toBeGreaterThan(0);
  const today = (await run({ job: 'discard-idle-drafts', date: inDays(0) })).body;
  expect(today.results).toMatchObject([{ name: 'discard-idle-drafts', done: 0, problem: null }]);
  const { status, body } = await run({ job: 'discard-idle-drafts', date });
  expect([status, body.at]).toEqual([200, `${date}T12:00:00.000Z`]);
  expect(body.results).toMatchObject([{ name: 'discard-idle-drafts', done: before?.n, problem: null }]);
  expect(await lab.rows(drafts)).toEqual([{ n: 0 }]);
  const marked = await lab.rows(
    `SELECT DISTINCT occurred_at::text AS at FROM audit_log WHERE request_id LIKE $1 AND table_name = 'order'`,
    [`dev-tools-jobs-at-${date}:%`],
  );
  expect(marked).toEqual([{ at: expect.stringContaining(date) }]);
  const [auditEntry] = await lab.rows(
    `SELECT reason, user_id AS by, occurred_at < now() + interval '1 minute' AS "realTime" FROM audit_log
      WHERE table_name = 'job' AND request_id = $1`,
    [`dev-tools-jobs-at-${date}`],
  );
  expect(auditEntry).toMatchObject({
    reason: `Dev Tools: jobs run as of ${date}`,
    by: expect.any(String),
    realTime: true,
  });
  expect(lab.services.now).toBe(now);
  expect(Math.abs(lab.services.now().getTime() - now().getTime())).toBeLessThan(60_000);
});

test('all jobs can run at a date, each with its result', async () => {
  const { jobs } = (await lab.call('DEVELOPER', 'get', PATH)).body;
  const { status, body } = await run({ job: null, date: inDays(800) });
  expect(status).toBe(200);
  expect(body.results.map(({ name }: { name: string }) => name)).toEqual(
    jobs.map(({ name }: { name: string }) => name),
  );
  expect(body.results.every(({ problem }: { problem: string | null }) => problem === null)).toBe(true);
});
