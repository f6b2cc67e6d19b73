import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger as JobLogger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type { ClientBase, Pool } from 'pg';
import type { Logger } from 'pino';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { JOB_SCHEMA } from '#sync-server/postgres/job-schema.ts';
import { createSidePool } from '#sync-server/postgres/pool.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { cronItemsOf } from './cron.ts';
import { dropFailedJobs, queueAtStart } from './job-queue.ts';
import { runJob } from './run-job.ts';
import type { Task } from './task.ts';
import { TASKS } from './tasks.ts';

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
async function recoverJobs(pool: Pool, staleSeconds: number): Promise<number> {
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
interface Pulse {
  everyMs: number;
  staleSeconds: number;
}

const PULSE: Pulse = { everyMs: 15_000, staleSeconds: 60 };

/**
 * Send heartbeats of this process and take over the jobs of silent ones. Returns a stop function, which also
 * releases unfinished jobs.
 */
function keepPulse(
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

/** How many jobs one process runs at a time. */
const CONCURRENCY = 4;
const POLL_MS = 2_000;
/** Time limit for running jobs when the server stops; another process retries those that are cut off. */
const DRAIN_MS = 10_000;
const RESTART_MS = 5_000;

export interface RunnerOptions {
  tasks?: readonly Task[];
  pulse?: Pulse;
  pollMs?: number;
  drainMs?: number;
}

/** The job runner of this process. */
export interface JobRunner {
  /** Accept no further jobs, wait for running ones, and release those that do not end. */
  stop(): Promise<void>;
}

/** Return a logger without failed runs, because `run-job.ts` logs them. */
const loggerFor = ({ logger }: AppServices): JobLogger =>
  new JobLogger(() => (level, message, meta) => {
    if (meta?.['failure']) return;
    if (level === 'error' || level === 'warning') logger.warn({ jobs: message }, 'graphile-worker');
    else logger.debug({ jobs: message }, 'graphile-worker');
  });

interface Working {
  runner: Runner;
  stopPulse(): Promise<void>;
}

async function startRunner(
  services: AppServices,
  pool: Pool,
  tasks: readonly Task[],
  { pulse = PULSE, pollMs = POLL_MS }: RunnerOptions,
): Promise<Working> {
  await queueAtStart(
    pool,
    tasks.filter(({ isEnabled }) => isEnabled?.(services.env) ?? true),
  );
  const events: WorkerEvents = new EventEmitter();
  let stopPulse = async (): Promise<void> => undefined;
  events.on('pool:create', ({ workerPool }) => {
    stopPulse = keepPulse({ pool, logger: services.logger }, workerPool.id, pulse);
  });
  const runner = await run({
    pgPool: pool,
    schema: JOB_SCHEMA,
    logger: loggerFor(services),
    events,
    // main.ts handles signals.
    noHandleSignals: true,
    concurrency: CONCURRENCY,
    pollInterval: pollMs,
    parsedCronItems: cronItemsOf(tasks, services.env),
    taskList: Object.fromEntries(
      tasks.map((task) => [
        task.name,
        (payload: unknown, { job }: { job: Parameters<typeof runJob>[2] }) =>
          runJob(services, task, job, payload),
      ]),
    ),
  });
  return { runner, stopPulse: () => stopPulse() };
}

/** Stop a runner within a time limit; jobs still running then are released. */
async function end({ runner, stopPulse }: Working, drainMs: number): Promise<void> {
  const timeout = new AbortController();
  const stopped = runner.stop().catch(() => undefined);
  await Promise.race([stopped, wait(drainMs, undefined, { signal: timeout.signal })]);
  timeout.abort();
  await stopPulse().catch(() => undefined);
}

/**
 * Run jobs until stopped, restarting after a long database outage. Several processes may run at once: each
 * job is taken by one of them.
 */
export function startJobRunner(services: AppServices, options: RunnerOptions = {}): JobRunner {
  const { tasks = TASKS, drainMs = DRAIN_MS } = options;
  const { logger } = services;
  // One connection listens, the others claim and finish jobs; the jobs themselves use the server's pool.
  const pool = createSidePool(services.pool, {
    name: 'benchside-jobs',
    max: 4,
    onError: () => logger.warn('database connection of jobs lost'),
  });
  const stopping = new AbortController();
  let working: Working | null = null;
  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        working = await startRunner(services, pool, tasks, options);
        if (stopping.signal.aborted) return;
        await working.runner.promise;
      } catch (error) {
        if (!stopping.signal.aborted) logger.warn({ err: error }, 'jobs cannot run; it is tried again');
      }
      if (stopping.signal.aborted) return;
      await working?.stopPulse().catch(() => undefined);
      working = null;
      await wait(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const supervised = supervise();
  const stop = async (): Promise<void> => {
    stopping.abort();
    // A runner that is starting is awaited and then stopped like the others.
    if (working === null) await supervised;
    if (working) await end(working, drainMs);
    await pool.end();
  };
  let stopped: Promise<void> | undefined;
  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
