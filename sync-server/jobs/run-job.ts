import type { AppServices } from '#sync-server/http/api-route.ts';
import { dropReplacedJobs, queueTask } from './job-queue.ts';
import { countFailuresInARow, finishRun, startRun, type TakenJob } from './job-runs.ts';
import { problemText } from './problem-text.ts';
import { FailedForNow, type Task, type TaskSummary } from './task.ts';

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
): Promise<TaskSummary | { problem: string; isPlanned: boolean }> {
  try {
    return await task.run(services, withoutCron(payload));
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
  const end = await attempt(services, task, payload);
  await finishRun(pool, run, end);
  await dropReplacedJobs(pool, task, job.id);
  const { everySeconds } = task.schedule;
  const failed = 'problem' in end;
  if (everySeconds !== undefined) {
    const inSeconds = failed ? await pauseAfterFailure(services, task.name, everySeconds) : everySeconds;
    await queueTask(pool, task, { inSeconds, keepWaiting: true });
  } else if (failed && !end.isPlanned) throw new Error(end.problem);
}
