import pg, { type Pool } from 'pg';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { maskSecrets } from '#db/records/emails/shown-email.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { PipelineUnavailable } from '#sync-server/integrations/analysis/analysis-pipeline.ts';
import { MailServerError, Undeliverable } from '#sync-server/integrations/mail/mailer.ts';
import { dropReplacedJobs, queueTask } from './job-queue.ts';
import { FailedForNow, type Task, type TaskSummary } from './task.ts';

/** A job as graphile-worker passes it. */
interface TakenJob {
  id: string;
  attempts: number;
  max_attempts: number;
  locked_by: string | null;
}

const START = `
  INSERT INTO job_run (task, job_id, worker_id, attempt, max_attempts) VALUES ($1, $2, $3, $4, $5) RETURNING id`;
const FINISH = `
  UPDATE job_run SET outcome = $2, changed = $3, note = $4, problem = $5, finished_at = clock_timestamp() WHERE id = $1`;

/** Record the start of a run; returns its id. */
async function startRun(pool: Pool, task: string, job: TakenJob): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(START, [
    task,
    job.id,
    job.locked_by ?? '',
    job.attempts,
    job.max_attempts,
  ]);
  return rows[0]?.id ?? 0;
}

/** Record the end of a run. */
const finishRun = (pool: Pool, id: number, end: TaskSummary | { problem: string }) =>
  pool.query(
    FINISH,
    'problem' in end
      ? [id, 'FAILED', null, null, end.problem]
      : [id, 'SUCCEEDED', end.changed, end.note ?? null, null],
  );

const FAILURES = `
  SELECT count(*)::int AS failures FROM job_run r
   WHERE r.task = $1 AND r.outcome IN ('FAILED', 'LOST')
     AND r.id > coalesce((SELECT max(id) FROM job_run s WHERE s.task = $1 AND s.outcome = 'SUCCEEDED'), 0)`;

/** Count the failures of a task since its last success. */
async function countFailuresInARow(pool: Pool, task: string): Promise<number> {
  const { rows } = await pool.query<{ failures: number }>(FAILURES, [task]);
  return rows[0]?.failures ?? 0;
}

/** How many runs of each task are stored; failures of the last month are stored in addition. */
const MAX_RUNS = 100;
const MAX_FAILURES = 1_000;

const PRUNE = `
  DELETE FROM job_run WHERE id IN (
    SELECT id FROM (
      SELECT id, outcome, started_at, row_number() OVER (PARTITION BY task ORDER BY id DESC) AS nth FROM job_run) r
     WHERE nth > ${MAX_RUNS} AND outcome <> 'RUNNING'
       AND (outcome = 'SUCCEEDED' OR nth > ${MAX_FAILURES} OR started_at < now() - interval '30 days'))`;

/** Remove old records of runs; returns their number. */
export async function pruneRuns(pool: Pool): Promise<number> {
  return (await pool.query(PRUNE)).rowCount ?? 0;
}

const LONGEST = 300;
const REPORT = 'Report it with the server log.';
/** SQLSTATE classes of a database that is unavailable, full or shutting down. */
const AWAY = /^(08|53|57)/;
/** Network error codes of Node, for example ECONNREFUSED or ERR_STREAM_PREMATURE_CLOSE. */
const SYSTEM_CODE = /^E[A-Z0-9_]+$/;

const databaseText = ({ code = 'unknown', constraint }: pg.DatabaseError): string =>
  AWAY.test(code)
    ? `The database is unavailable (${code}). Check that it runs and has room.`
    : `Database error ${code}${constraint ? ` (${constraint})` : ''}. ${REPORT}`;

const payloadText = ({ issues }: z.ZodError): string =>
  `Wrong payload: ${issues.map(({ path, code }) => `${path.join('.') || 'object'} ${code}`).join(', ')}. ${REPORT}`;

/** Report whether an error has a text of ours for people. */
const isWrittenHere = (error: unknown): error is Error =>
  error instanceof AppError ||
  error instanceof FailedForNow ||
  error instanceof Undeliverable ||
  error instanceof MailServerError ||
  error instanceof PipelineUnavailable;

/**
 * Return why a run failed and what to do, for Dev Tools and the tables of graphile-worker. Texts of the
 * database, of parsers and of libraries may quote patient data or a password, so only their class and code
 * are used.
 */
export function problemText(error: unknown): string {
  if (isWrittenHere(error)) return maskSecrets(error.message).slice(0, LONGEST);
  if (error instanceof pg.DatabaseError) return databaseText(error);
  if (error instanceof z.ZodError) return payloadText(error);
  if (!(error instanceof Error)) return `Unknown error. ${REPORT}`;
  if ('code' in error && typeof error.code === 'string' && SYSTEM_CODE.test(error.code))
    return `A file or network connection failed (${error.code}). Check disk, network and settings.`;
  return `Unexpected ${error.constructor.name}. ${REPORT}`;
}

/** The longest pause between two runs of a failing task that runs every few seconds. */
const LONGEST_PAUSE_S = 15 * 60;

/** Remove the due time that cron adds to a payload; tasks use the clock instead. */
function withoutCron(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([name]) => name !== '_cron'));
}

/** Return the pause after a failure, which doubles with each consecutive one. */
async function pauseAfterFailure({ pool }: AppServices, name: string, everySeconds: number): Promise<number> {
  const failures = await countFailuresInARow(pool, name);
  return Math.min(everySeconds * 2 ** Math.min(failures, 10), LONGEST_PAUSE_S);
}

async function attempt(
  services: AppServices,
  task: Task,
  payload: unknown,
  isLast: boolean,
): Promise<TaskSummary | { problem: string; isPlanned: boolean }> {
  try {
    return await task.run(services, withoutCron(payload), { isLast });
  } catch (error) {
    services.logger.warn({ err: error, task: task.name }, 'a job failed');
    return { problem: problemText(error), isPlanned: error instanceof FailedForNow };
  }
}

/**
 * Run one job and record it. Throws if graphile-worker should retry it; a task that runs every few seconds
 * schedules its next run itself, and so does one that ended with `FailedForNow`.
 */
export async function runJob(
  services: AppServices,
  task: Task,
  job: TakenJob,
  payload: unknown,
): Promise<void> {
  const { pool } = services;
  const run = await startRun(pool, task.name, job);
  const end = await attempt(services, task, payload, job.attempts >= job.max_attempts);
  await finishRun(pool, run, end);
  await dropReplacedJobs(pool, task, job.id);
  const { everySeconds } = task.schedule;
  const failed = 'problem' in end;
  if (everySeconds !== undefined) {
    const inSeconds = failed ? await pauseAfterFailure(services, task.name, everySeconds) : everySeconds;
    await queueTask(pool, task, { inSeconds, keepWaiting: true });
  } else if (failed && !end.isPlanned) throw new Error(end.problem);
}
