import { ulid } from 'ulid';
import * as calls from '#db/api/records/jobs.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { FailedJob, JobOverview, JobRun, JobTask } from '#db/records/job-tasks.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { nextCronTime } from './cron.ts';
import { queueTask } from './job-queue.ts';
import { canRunAtDates, readDatedJobs, runAtDate } from './run-at-date.ts';
import { describeSchedule, type Task } from './task.ts';
import { TASKS } from './tasks.ts';

const RUNS_SHOWN = 20;

const RUN = `id, task, outcome, started_at AS "startedAt", finished_at AS "finishedAt", attempt,
  max_attempts AS "maxAttempts", changed, note, problem`;
const LAST_RUNS = `
  SELECT r.* FROM unnest($1::text[]) AS t (name)
   CROSS JOIN LATERAL (SELECT ${RUN} FROM job_run WHERE task = t.name ORDER BY id DESC LIMIT 1) r`;
const FAILURES = `
  SELECT task, count(*)::int AS count FROM job_run
   WHERE outcome IN ('FAILED', 'LOST') AND started_at > now() - interval '24 hours' GROUP BY task`;
const WAITING = `
  SELECT task_identifier AS task, count(*)::int AS count, min(run_at) AS "nextRunAt" FROM graphile_worker.jobs
   WHERE locked_at IS NULL AND attempts < max_attempts GROUP BY 1`;
const FAILED = `
  SELECT id::text, task_identifier AS task, attempts, updated_at AS "updatedAt", last_error AS problem
    FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts >= max_attempts ORDER BY id DESC LIMIT 100`;

type RunRow = Omit<JobRun, 'startedAt' | 'finishedAt'> & {
  task: string;
  startedAt: Date;
  finishedAt: Date | null;
};

const toRun = ({ task: _, ...row }: RunRow): JobRun => ({
  ...row,
  startedAt: row.startedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

const byTask = <Row extends { task: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.task, row]));

/** Find an enabled task; throws for an unknown one. */
function requireTask({ env }: AppServices, name: string): Task {
  const task = TASKS.find((one) => one.name === name && (one.isEnabled?.(env) ?? true));
  if (!task) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return task;
}

/** Return the next run: that of the waiting job, otherwise by the clock. */
function nextRunAt({ schedule }: Task, waiting: Date | undefined, now: Date): string | null {
  const byClock = schedule.cron === undefined ? null : nextCronTime(schedule.cron, now);
  const times = [waiting, byClock].flatMap((time) => (time ? [time.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

/** Read every task with its last and next run, and the jobs whose last attempt failed. */
async function readJobOverview(services: AppServices): Promise<JobOverview> {
  const { pool, env, now } = services;
  const tasks = TASKS.filter(({ isEnabled }) => isEnabled?.(env) ?? true);
  const names = tasks.map(({ name }) => name);
  const [last, failures, waiting, failed, runsAtDates] = await Promise.all([
    pool.query<RunRow>(LAST_RUNS, [names]),
    pool.query<{ task: string; count: number }>(FAILURES),
    pool.query<{ task: string; count: number; nextRunAt: Date }>(WAITING),
    pool.query<{ id: string; task: string; attempts: number; updatedAt: Date; problem: string | null }>(
      FAILED,
    ),
    canRunAtDates(services),
  ]);
  const [lastOf, failuresOf, waitingOf] = [byTask(last.rows), byTask(failures.rows), byTask(waiting.rows)];
  const taskOf = (name: string): Task | undefined => tasks.find((task) => task.name === name);
  return {
    runsAtDates,
    tasks: tasks.map((task): JobTask => {
      const { name, title, description, exclusive, attempts, takesNoPayload, effect = null } = task;
      const run = lastOf.get(name);
      const waitingJobs = waitingOf.get(name);
      return {
        name,
        title,
        description,
        exclusive,
        attempts,
        schedule: describeSchedule(task.schedule),
        startable: takesNoPayload,
        effect,
        lastRun: run ? toRun(run) : null,
        failuresInDay: failuresOf.get(name)?.count ?? 0,
        waiting: waitingJobs?.count ?? 0,
        nextRunAt: nextRunAt(task, waitingJobs?.nextRunAt, now()),
      };
    }),
    failed: failed.rows.map(
      ({ id, task, attempts, updatedAt, problem }): FailedJob => ({
        id,
        task,
        title: taskOf(task)?.title ?? task,
        effect: taskOf(task)?.effect ?? null,
        attempts,
        failedAt: updatedAt.toISOString(),
        problem,
      }),
    ),
  };
}

/** Read the last runs of a task, newest first. */
async function readJobRuns(services: AppServices, name: string): Promise<{ runs: JobRun[] }> {
  requireTask(services, name);
  const { rows } = await services.pool.query<RunRow>(
    `SELECT ${RUN} FROM job_run WHERE task = $1 ORDER BY id DESC LIMIT ${RUNS_SHOWN}`,
    [name],
  );
  return { runs: rows.map(toRun) };
}

const AUDIT = `
  INSERT INTO audit_log (id, created_at, created_by_id, updated_at, entity, table_name, record_id, action, changes, user_id, reason, occurred_at, request_id)
  VALUES ($1, $2, $3, $2, $4, 'job', $5, 'UPDATE', '{}', $3, $6, $2, $1)`;

const recordStart = ({ pool, now }: AppServices, session: Session, job: string, reason: string) =>
  pool.query(AUDIT, [ulid(), now(), session.userId, session.entity, job, reason]);

/** Run a task now, or after the current run; the audit log names the person. */
async function runTaskNow(services: AppServices, session: Session, name: string): Promise<void> {
  const task = requireTask(services, name);
  if (!task.takesNoPayload)
    throw new AppError('VALIDATION', 'This task runs for one record at a time and starts automatically.');
  await recordStart(services, session, name, 'Dev Tools: run now');
  await queueTask(services.pool, task);
}

const RETRY = `
  SELECT task_identifier AS task, (SELECT count(*) FROM graphile_worker.reschedule_jobs(
           array[j.id], run_at => now(), attempts => 0)) AS moved
    FROM graphile_worker.jobs j WHERE id = $1::bigint AND locked_at IS NULL AND attempts >= max_attempts`;

/** Retry a finally failed job with all its attempts; the audit log names the person. */
async function retryFailedJob(services: AppServices, session: Session, id: string): Promise<void> {
  const { rows } = await services.pool.query<{ task: string }>(RETRY, [id]);
  const [job] = rows;
  if (!job) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await recordStart(services, session, job.task, `Dev Tools: failed job ${id} tried again`);
}

/** Jobs in Dev Tools; running them needs the right to do everything, because some delete synced data. */
export const jobRoutes: readonly ApiRoute[] = [
  serveCall(calls.readJobOverview, ({ services }) => readJobOverview(services)),
  serveCall(calls.listJobRuns, ({ services, params }) => readJobRuns(services, params.name)),
  serveCall(calls.runJobTask, ({ services, session, params }) => runTaskNow(services, session, params.name)),
  serveCall(calls.retryFailedJob, ({ services, session, params }) =>
    retryFailedJob(services, session, params.id),
  ),
  serveCall(calls.listDatedJobs, ({ services }) => readDatedJobs(services)),
  serveCall(calls.runDatedJobs, ({ services, session, body }) => runAtDate(services, session, body)),
];
