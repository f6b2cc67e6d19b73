import type { ClientBase, Pool } from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { dropFailedJobs } from './job-queue.ts';

const RECORD_PULSE = `INSERT INTO job_worker (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seen_at = now()`;
const STALE = `DELETE FROM job_worker WHERE seen_at < now() - make_interval(secs => $1) RETURNING id`;
// A process that ended before its first heartbeat.
const UNKNOWN = `
  SELECT DISTINCT locked_by AS id FROM graphile_worker.jobs
   WHERE locked_at < now() - make_interval(secs => $1) AND locked_by NOT IN (SELECT id FROM job_worker)`;
// The job may have killed the process: after its last attempt it is left to people, with the reason.
const LAST_ATTEMPT = `
  UPDATE graphile_worker._private_jobs SET last_error = 'The server process ended during the run.'
   WHERE locked_by = ANY ($1) AND attempts >= max_attempts`;
const UNLOCK = 'SELECT graphile_worker.force_unlock_workers($1::text[])';
const LOST = `
  UPDATE job_run SET outcome = 'LOST', finished_at = now(), problem = 'The server process ended during the run.'
   WHERE outcome = 'RUNNING' AND worker_id = ANY ($1)`;

async function freeJobs(client: ClientBase, workers: readonly string[]): Promise<void> {
  await client.query(LAST_ATTEMPT, [workers]);
  await client.query(UNLOCK, [workers]);
  await client.query(LOST, [workers]);
}

/** End the runs of dead processes and release their jobs; returns the number of processes. */
export async function recoverJobs(pool: Pool, staleSeconds: number): Promise<number> {
  const lostWorkers = await inTransaction(pool, async (client) => {
    const stale = await client.query<{ id: string }>(STALE, [staleSeconds]);
    const unknown = await client.query<{ id: string }>(UNKNOWN, [staleSeconds]);
    const ids = [...new Set([...stale.rows, ...unknown.rows].map(({ id }) => id))];
    if (ids.length > 0) await freeJobs(client, ids);
    return ids.length;
  });
  if (lostWorkers > 0) await dropFailedJobs(pool);
  return lostWorkers;
}

/** Interval of heartbeats, and the silence after which other processes take over a process's jobs. */
export interface Pulse {
  everyMs: number;
  staleSeconds: number;
}

export const PULSE: Pulse = { everyMs: 15_000, staleSeconds: 60 };

/**
 * Send heartbeats of this process and take over the jobs of silent ones. Returns a stop function, which also
 * releases unfinished jobs.
 */
export function keepPulse(
  { pool, logger }: { pool: Pool; logger: Logger },
  workerId: string,
  { everyMs, staleSeconds }: Pulse,
): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const beat = async (): Promise<void> => {
    await pool.query(RECORD_PULSE, [workerId]);
    const lostWorkers = await recoverJobs(pool, staleSeconds);
    if (lostWorkers > 0)
      logger.warn({ processes: lostWorkers }, 'jobs of processes that ended are taken up again');
  };
  const queueBeat = (): void => {
    last = last
      .then(beat)
      .catch((error: unknown) => logger.warn({ err: error }, 'job processes were not checked'));
  };
  queueBeat();
  const timer = setInterval(queueBeat, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await last;
    await inTransaction(pool, async (client) => {
      await freeJobs(client, [workerId]);
      await client.query('DELETE FROM job_worker WHERE id = $1', [workerId]);
    });
  };
}
