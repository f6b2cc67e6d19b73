import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ROLES } from '#db/access/roles.ts';
import { type FailedJob, JobOverview, JobRuns, type JobTask } from '#db/records/job-tasks.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { FAST } from './job-lab.ts';
import { startJobRunner } from './runner.ts';
import { TASKS } from './tasks.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const PATH = '/api/dev-tools/job-tasks';
const overview = async (): Promise<JobOverview> =>
  JobOverview.parse((await lab.call('DEVELOPER', 'get', PATH)).body);
const taskOf = async (name: string): Promise<JobTask | undefined> =>
  (await overview()).tasks.find((task) => task.name === name);

test('only administrators and developers see, start and retry jobs', async () => {
  for (const role of ROLES) {
    const may = role === 'ADMIN' || role === 'DEVELOPER';
    expect([role, (await lab.call(role, 'get', PATH)).status]).toEqual([role, may ? 200 : 403]);
    if (may) continue;
    expect([role, (await lab.call(role, 'get', `${PATH}/scan-files/runs`)).status]).toEqual([role, 403]);
    expect([role, (await lab.call(role, 'post', `${PATH}/scan-files/run`, {})).status]).toEqual([role, 403]);
    const retried = await lab.call(role, 'post', '/api/dev-tools/failed-jobs/1/retry', {});
    expect([role, retried.status]).toEqual([role, 403]);
  }
});

test('an unknown task and an unknown job are not found, and a task for single records cannot be started', async () => {
  expect((await lab.call('DEVELOPER', 'post', `${PATH}/no-such-task/run`, {})).status).toBe(404);
  expect((await lab.call('DEVELOPER', 'get', `${PATH}/no-such-task/runs`)).status).toBe(404);
  expect((await lab.call('DEVELOPER', 'post', '/api/dev-tools/failed-jobs/999999/retry', {})).status).toBe(
    404,
  );
  expect((await lab.call('DEVELOPER', 'post', '/api/dev-tools/failed-jobs/x/retry', {})).status).toBe(422);
  expect((await lab.call('DEVELOPER', 'post', `${PATH}/send-email/run`, {})).status).toBe(422);
});

test('a manually started task shows its run, and the audit log names the person', async () => {
  expect((await taskOf('reconcile-payments'))?.lastRun).toBeNull();
  expect((await lab.call('DEVELOPER', 'post', `${PATH}/reconcile-payments/run`, {})).status).toBe(204);
  expect(await taskOf('reconcile-payments')).toMatchObject({ waiting: 1, startable: true });
  const task = TASKS.filter(({ name }) => name === 'reconcile-payments');
  const runner = startJobRunner(lab.services, { tasks: task, ...FAST });
  await vi.waitFor(
    async () =>
      expect((await taskOf('reconcile-payments'))?.lastRun).toMatchObject({
        outcome: 'SUCCEEDED',
        problem: null,
      }),
    { timeout: 20_000 },
  );
  await runner.stop();
  const { body } = await lab.call('DEVELOPER', 'get', `${PATH}/reconcile-payments/runs`);
  expect(JobRuns.parse(body).runs[0]).toMatchObject({ outcome: 'SUCCEEDED', attempt: 1 });
  const auditRows = await lab.rows(
    `SELECT reason, user_id IS NOT NULL AS by FROM audit_log WHERE table_name = 'job' AND record_id = 'reconcile-payments'`,
  );
  expect(auditRows).toEqual([{ reason: 'Dev Tools: run now', by: true }]);
});

test('a finally failed job is shown with its problem, and waits with all attempts after a retry', async () => {
  await lab.rows(`SELECT graphile_worker.add_job('notify-staff', '{}', max_attempts => 5)`);
  await lab.rows(
    `UPDATE graphile_worker._private_jobs j SET attempts = 5, last_error = 'away' FROM graphile_worker._private_tasks t
      WHERE t.id = j.task_id AND t.identifier = 'notify-staff'`,
  );
  const [failed] = (await overview()).failed;
  expect(failed).toMatchObject({
    title: 'Notify lab managers',
    problem: 'away',
    attempts: 5,
  } satisfies Partial<FailedJob>);
  const retried = await lab.call('DEVELOPER', 'post', `/api/dev-tools/failed-jobs/${failed?.id}/retry`, {});
  expect(retried.status).toBe(204);
  expect((await overview()).failed).toEqual([]);
  expect(await taskOf('notify-staff')).toMatchObject({ waiting: 1 });
});

test('an email queues its job in the same transaction for its due time, and none once it is sent', async () => {
  const queued = () =>
    lab.rows<{ task: string; queue: string }>(
      `SELECT task_identifier AS task, regexp_replace(queue_name, '\\d$', '') AS queue FROM graphile_worker.jobs WHERE key LIKE 'send-email:test-%'`,
    );
  const insert = `INSERT INTO email (id, created_at, updated_at, entity, kind, "to", subject, text, html, data, status, attempts, next_attempt_at)
    VALUES ('test-1', now(), now(), 'WBL', 'EMAIL_TEST', 'a@uni.example', 's', 't', 'h', '{}', 'QUEUED', 0, now())`;
  const client = await lab.services.pool.connect();
  await client.query('BEGIN');
  await client.query(insert);
  await client.query('ROLLBACK');
  client.release();
  expect(await queued()).toEqual([]);
  await lab.rows(insert);
  expect(await queued()).toEqual([{ task: 'send-email', queue: 'send-email-' }]);
  expect(TASKS.some(({ name }) => name === 'send-email')).toBe(true);
  await lab.rows(`UPDATE email SET status = 'SENT' WHERE id = 'test-1'`);
  expect(await queued()).toEqual([]);
});
