import { pino } from 'pino';
import { readEnv } from '#sync-server/config/env.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { type JobRunner, type RunnerOptions, startJobRunner } from './runner.ts';
import { defineTask, type Task } from './task.ts';

/** A short heartbeat, so that a test needs a second instead of a minute. */
export const FAST = { pollMs: 20, pulse: { everyMs: 100, staleSeconds: 1 } } as const;

/** Build the input of a run in a test, without a web server. */
export const jobServices = (pool: AppServices['pool'], env: Record<string, string> = {}): AppServices => ({
  pool,
  env: readEnv({ AUTH_SECRET: 'a secret of the tests, long enough to be one', ...env }),
  logger: pino({ level: 'silent' }),
  readSession: async () => null,
  now: () => new Date(),
  stopping: new AbortController().signal,
});

/** Build a task for a test; other properties have default values. */
export const testTask = (
  name: string,
  run: (services: AppServices) => Promise<unknown>,
  more: Partial<Pick<Task, 'schedule' | 'attempts' | 'exclusive'>> = {},
): Task =>
  defineTask({
    name,
    title: name,
    description: name,
    schedule: { onDemand: true },
    attempts: 5,
    exclusive: true,
    ...more,
    run: async (services) => {
      await run(services);
      return { changed: 1 };
    },
  });

interface Run {
  outcome: string;
  attempt: number;
  problem: string | null;
}

interface WaitingJob {
  id: string;
  inSeconds: number;
  attempts: number;
  maxAttempts: number;
  problem: string | null;
  locked: boolean;
}

export interface JobLab {
  database: TestDatabase;
  services: AppServices;
  /** Start a job runner; `close` stops all runners. */
  start(tasks: readonly Task[], options?: RunnerOptions): JobRunner;
  runsOf(task: string): Promise<Run[]>;
  jobsOf(task: string): Promise<WaitingJob[]>;
  /** Make jobs that wait for a later time due now. */
  hurry(task: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Open an empty lab in which tests run jobs. */
export async function openJobLab(): Promise<JobLab> {
  const database = await createTestDatabase({ max: 20 });
  const { pool } = database;
  const services = jobServices(pool);
  const started: JobRunner[] = [];
  return {
    database,
    services,
    start: (tasks, options = {}) => {
      const runner = startJobRunner(services, { tasks, ...FAST, ...options });
      started.push(runner);
      return runner;
    },
    runsOf: async (task) =>
      (
        await pool.query<Run>('SELECT outcome, attempt, problem FROM job_run WHERE task = $1 ORDER BY id', [
          task,
        ])
      ).rows,
    jobsOf: async (task) =>
      (
        await pool.query<WaitingJob>(
          `SELECT id, extract(epoch FROM run_at - now())::float8 AS "inSeconds", attempts, max_attempts AS "maxAttempts",
                  last_error AS problem, locked_at IS NOT NULL AS locked
             FROM graphile_worker.jobs WHERE task_identifier = $1 ORDER BY id`,
          [task],
        )
      ).rows,
    hurry: (task) =>
      pool.query(
        `UPDATE graphile_worker._private_jobs j SET run_at = now()
           FROM graphile_worker._private_tasks t WHERE t.id = j.task_id AND t.identifier = $1`,
        [task],
      ),
    close: async () => {
      // Stopping a stopped runner again is harmless.
      await Promise.all(started.map((runner) => runner.stop()));
      await database.drop();
    },
  };
}
