import { z } from 'zod';
import type { JobEffect } from '#db/records/job-tasks.ts';
import type { Env } from '#sync-server/config/env.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';

/** What a run did, as Dev Tools shows it. */
export interface TaskSummary {
  /** How many records it dealt with. */
  changed: number;
  /** What the number does not tell; never a secret or a patient's data. */
  note?: string;
}

/** When a task runs. Cron is in UTC: a task about days runs every hour and asks the lab's clock. */
export interface Schedule {
  cron?: string;
  /** For what must not wait for the next minute; counted from the end of the run before. */
  everySeconds?: number;
  /** Rows of a table queue it at their time (triggers of migration 0160). */
  onDemand?: true;
}

interface TaskHead {
  /** In kebab-case: the identifier of its jobs, for good. */
  name: string;
  title: string;
  /** What it does, in one line. */
  description: string;
  schedule: Schedule;
  /** How often a job of it is tried, with growing pauses. */
  attempts: number;
  /** One run at a time, whatever the number of server processes. */
  exclusive: boolean;
  /** What a run cannot take back: people confirm it before they start one. */
  effect?: JobEffect;
  /** Depends on the date, so that the demo lab may try it at another one (`run-at-date.ts`). */
  dated?: true;
  /** Is it of use with these settings? */
  isEnabled?(env: Env): boolean;
}

/** A task with its payload parsed; `run` throws when it did not succeed and is then tried again. */
export interface Task extends TaskHead {
  /** Runs without a payload, so that people may start it. */
  takesNoPayload: boolean;
  run(services: AppServices, payload: unknown): Promise<TaskSummary>;
}

const NO_PAYLOAD = z.strictObject({});

/** Declares a task that needs no payload. */
export const defineTask = (task: TaskHead & { run(services: AppServices): Promise<TaskSummary> }): Task => ({
  ...task,
  takesNoPayload: true,
  run: (services, payload) => {
    NO_PAYLOAD.parse(payload);
    return task.run(services);
  },
});

/** Declares a task whose jobs say what they are about. Payloads are stored: ids only. */
export const defineTaskWith = <P extends z.ZodType>(
  task: TaskHead & { payload: P; run(services: AppServices, payload: z.infer<P>): Promise<TaskSummary> },
): Task => {
  const { payload: schema, ...head } = task;
  return {
    ...head,
    takesNoPayload: false,
    run: (services, payload) => task.run(services, schema.parse(payload)),
  };
};

/** A run that failed although its next attempt is already planned, or none is of use: it is recorded, not tried again. */
export class FailedForNow extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'FailedForNow';
  }
}

/** Whether runs follow one another by time, so that a job that failed for good is replaced by the next one. */
export const isPeriodic = ({ schedule }: Pick<Task, 'schedule'>): boolean =>
  schedule.cron !== undefined || schedule.everySeconds !== undefined;

const minutes = (count: number): string => (count === 1 ? 'Every minute' : `Every ${count} minutes`);

/** Says in words when a task runs. */
export function describeSchedule({ cron, everySeconds, onDemand }: Schedule): string {
  if (onDemand) return 'When needed';
  if (everySeconds !== undefined) return `Every ${everySeconds} seconds`;
  if (cron === undefined) return 'When started';
  const every = /^\*(?:\/(\d+))? \* \* \* \*$/.exec(cron);
  if (every) return minutes(Number(every[1] ?? 1));
  const hourly = /^(\d+) \* \* \* \*$/.exec(cron);
  return hourly ? 'Every hour' : `Cron ${cron} (UTC)`;
}
