import { z } from 'zod';
import type { JobEffect } from '#db/records/job-tasks.ts';
import type { Env } from '#sync-server/config/env.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';

/** The result of a run, as Dev Tools shows it. */
export interface TaskSummary {
  /** How many records the run processed. */
  changed: number;
  /** Further details; never a secret or patient data. */
  note?: string;
}

/** The schedule of a task. Cron is in UTC: a daily task runs every hour and checks the lab's clock. */
export interface Schedule {
  cron?: string;
  /** For work that cannot wait for the next minute; counted from the end of the previous run. */
  everySeconds?: number;
  /** Triggers of migration 0160 queue it when rows of a table are due. */
  onDemand?: true;
}

interface TaskHead {
  /** Permanent identifier of its jobs, in kebab-case. */
  name: string;
  title: string;
  /** What the task does, in one line. */
  description: string;
  schedule: Schedule;
  /** How often a job is tried, with growing pauses. */
  attempts: number;
  /** True if only one run is allowed at a time over all server processes. */
  exclusive: boolean;
  /** The irreversible effect of a run, which people confirm before they start one. */
  effect?: JobEffect;
  /**
   * True if the task depends on the date, so that the demo lab may run it at another one (`run-at-date.ts`).
   */
  dated?: true;
  /** Reports whether the task is useful with these settings. */
  isEnabled?(env: Env): boolean;
}

/** Which attempt of a job a run is. */
interface Attempt {
  /** True if the queue does not try the job again. */
  isLast: boolean;
}

/** A task with its payload parser; `run` throws on failure and is then retried. */
export interface Task extends TaskHead {
  /** True if it runs without a payload, so that people may start it. */
  takesNoPayload: boolean;
  run(services: AppServices, payload: unknown, attempt?: Attempt): Promise<TaskSummary>;
}

const NO_PAYLOAD = z.strictObject({});

/** Declare a task without payload. */
export const defineTask = (task: TaskHead & { run(services: AppServices): Promise<TaskSummary> }): Task => ({
  ...task,
  takesNoPayload: true,
  run: (services, payload) => {
    NO_PAYLOAD.parse(payload);
    return task.run(services);
  },
});

/** Declare a task whose jobs have a payload. Payloads are stored, so they contain ids only. */
export const defineTaskWith = <P extends z.ZodType>(
  task: TaskHead & {
    payload: P;
    run(services: AppServices, payload: z.infer<P>, attempt: Attempt): Promise<TaskSummary>;
  },
): Task => {
  const { payload: schema, ...head } = task;
  return {
    ...head,
    takesNoPayload: false,
    run: (services, payload, attempt = { isLast: true }) =>
      task.run(services, schema.parse(payload), attempt),
  };
};

/** Thrown by a failed run whose next attempt is already scheduled or useless: it is recorded, not retried. */
export class FailedForNow extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'FailedForNow';
  }
}

/** Report whether a task runs periodically, so that the next run replaces a failed job. */
export const isPeriodic = ({ schedule }: Pick<Task, 'schedule'>): boolean =>
  schedule.cron !== undefined || schedule.everySeconds !== undefined;

const minutes = (count: number): string => (count === 1 ? 'Every minute' : `Every ${count} minutes`);

/** Describe a task's schedule in words. */
export function describeSchedule({ cron, everySeconds, onDemand }: Schedule): string {
  if (onDemand) return 'When needed';
  if (everySeconds !== undefined) return `Every ${everySeconds} seconds`;
  if (cron === undefined) return 'When started';
  const every = /^\*(?:\/(\d+))? \* \* \* \*$/.exec(cron);
  if (every) return minutes(Number(every[1] ?? 1));
  const hourly = /^(\d+) \* \* \* \*$/.exec(cron);
  return hourly ? 'Every hour' : `Cron ${cron} (UTC)`;
}
