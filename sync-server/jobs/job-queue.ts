import type { Pool } from 'pg';
import { isPeriodic, type Task } from './task.ts';

const ADD = `
  SELECT graphile_worker.add_job($1, payload => $2::json, queue_name => $3, run_at => now() + make_interval(secs => $4),
    max_attempts => $5, job_key => $6, job_key_mode => $7)`;

interface JobTime {
  inSeconds?: number;
  /** Leave a waiting job unchanged instead of moving it. */
  keepWaiting?: boolean;
}

/**
 * Queue a run of a task without a payload. A task has at most one waiting job, whoever queues it; a running
 * job is followed by another run.
 */
export async function queueTask(
  pool: Pool,
  { name, exclusive, attempts }: Task,
  { inSeconds = 0, keepWaiting = false }: JobTime = {},
): Promise<void> {
  const queue = exclusive ? name : null;
  const mode = keepWaiting ? 'preserve_run_at' : 'replace';
  await pool.query(ADD, [name, '{}', queue, inSeconds, attempts, name, mode]);
}

const ADD_ONE = `
  SELECT graphile_worker.add_job($1, payload => $2::json, max_attempts => $3, job_key => $4, job_key_mode => 'unsafe_dedupe')`;

/**
 * Queue a run of a task for one record, unless a job for it exists, also one that failed: attempts are counted over
 * its whole life.
 */
export async function queueTaskFor(
  pool: Pool,
  { name, attempts }: Task,
  payload: Readonly<Record<string, string>>,
): Promise<void> {
  const key = [name, ...Object.values(payload)].join(':');
  await pool.query(ADD_ONE, [name, JSON.stringify(payload), attempts, key]);
}

/**
 * Queue tasks that never ran and those that run every few seconds, so that a new or restarted server starts
 * at once.
 */
export async function queueAtStart(pool: Pool, tasks: readonly Task[]): Promise<void> {
  const { rows } = await pool.query<{ identifier: string }>(
    'SELECT identifier FROM graphile_worker._private_known_crontabs',
  );
  const known = new Set(rows.map(({ identifier }) => identifier));
  for (const task of tasks) {
    const { cron, everySeconds } = task.schedule;
    if (everySeconds !== undefined || (cron !== undefined && !known.has(task.name)))
      await queueTask(pool, task, { keepWaiting: true });
  }
}

const FAILED_JOBS = `j.attempts >= j.max_attempts AND j.locked_at IS NULL`;
const DROP_REPLACED = `
  SELECT graphile_worker.complete_jobs(array(
    SELECT j.id FROM graphile_worker.jobs j WHERE j.task_identifier = $1 AND j.id <> $2::bigint AND ${FAILED_JOBS}))`;

/** Remove earlier failed jobs of a periodic task, because this run has replaced them. */
export async function dropReplacedJobs(pool: Pool, task: Task, jobId: string): Promise<void> {
  if (isPeriodic(task)) await pool.query(DROP_REPLACED, [task.name, jobId]);
}

// A row that changed while its job ran has another job by now.
const DROP_SUPERSEDED = `
  SELECT graphile_worker.complete_jobs(array(
    SELECT j.id FROM graphile_worker._private_jobs j
     WHERE ${FAILED_JOBS} AND j.key IS NULL AND EXISTS (
       SELECT 1 FROM graphile_worker._private_jobs o
        WHERE o.task_id = j.task_id AND o.payload::jsonb - '_cron' = j.payload::jsonb - '_cron' AND o.attempts < o.max_attempts)))`;
const DROP_OLD = `
  SELECT graphile_worker.complete_jobs(array(
    SELECT j.id FROM graphile_worker.jobs j WHERE ${FAILED_JOBS} AND j.run_at < now() - interval '30 days'))`;

/** Remove failed jobs that another job replaces, and those that nobody handled for a month. */
export async function dropFailedJobs(pool: Pool): Promise<number> {
  const superseded = await pool.query(DROP_SUPERSEDED);
  const old = await pool.query(DROP_OLD);
  return (superseded.rowCount ?? 0) + (old.rowCount ?? 0);
}
