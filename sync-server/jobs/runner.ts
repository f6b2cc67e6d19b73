import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger as JobLogger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type { Pool } from 'pg';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { JOB_SCHEMA } from '#sync-server/postgres/job-schema.ts';
import { createSidePool } from '#sync-server/postgres/pool.ts';
import { cronItemsOf } from './cron.ts';
import { queueAtStart } from './job-queue.ts';
import { keepPulse, PULSE, type Pulse } from './job-workers.ts';
import { runJob } from './run-job.ts';
import type { Task } from './task.ts';
import { TASKS } from './tasks.ts';

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
