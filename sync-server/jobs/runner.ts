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

/** Jobs that one process runs at a time. */
const CONCURRENCY = 4;
const POLL_MS = 2_000;
/** How long runs may take to end when the server stops; what is cut off is tried again by another process. */
const DRAIN_MS = 10_000;
const RESTART_MS = 5_000;

export interface RunnerOptions {
  tasks?: readonly Task[];
  pulse?: Pulse;
  pollMs?: number;
  drainMs?: number;
}

/** The jobs of this process. */
export interface JobRunner {
  /** Takes no further job, lets those that run end, and gives back what does not. */
  stop(): Promise<void>;
}

/** A run that failed is logged where it is known (`run-job.ts`); the library's own words only add to it. */
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
    // Signals are the server's business (main.ts).
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

/** Ends a runner that works, within a time; what is still running then is given back. */
async function end({ runner, stopPulse }: Working, drainMs: number): Promise<void> {
  const timeout = new AbortController();
  const stopped = runner.stop().catch(() => undefined);
  await Promise.race([stopped, wait(drainMs, undefined, { signal: timeout.signal })]);
  timeout.abort();
  await stopPulse().catch(() => undefined);
}

/**
 * Runs jobs until it is stopped, and begins again when the database was away for long. Several processes may do so at
 * once: each job is taken by one of them.
 */
export function startJobRunner(services: AppServices, options: RunnerOptions = {}): JobRunner {
  const { tasks = TASKS, drainMs = DRAIN_MS } = options;
  const { logger } = services;
  // One connection listens, the others take and finish jobs; the work itself uses the server's pool.
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
    // One that is just beginning is waited for: it is ended like the others.
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
