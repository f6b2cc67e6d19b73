import type { Pool } from 'pg';
import type { TaskSummary } from './task.ts';

/** A job as graphile-worker passes it. */
export interface TakenJob {
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
export async function startRun(pool: Pool, task: string, job: TakenJob): Promise<number> {
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
export const finishRun = (pool: Pool, id: number, end: TaskSummary | { problem: string }) =>
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
export async function countFailuresInARow(pool: Pool, task: string): Promise<number> {
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
