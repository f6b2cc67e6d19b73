import { z } from 'zod';

const JOB_OUTCOMES = ['RUNNING', 'SUCCEEDED', 'FAILED', 'LOST'] as const;
export const JobOutcome = z.enum(JOB_OUTCOMES);
export type JobOutcome = z.infer<typeof JobOutcome>;

/** Effects of a task that cannot be undone. */
export const JobEffect = z.enum(['EMAILS', 'MONEY', 'DELETION']);
export type JobEffect = z.infer<typeof JobEffect>;

/** One run of a task. LOST: the server process ended during the run, and another process repeats it. */
export const JobRun = z.object({
  id: z.number().int(),
  outcome: JobOutcome,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  attempt: z.number().int(),
  maxAttempts: z.number().int(),
  /** Number of records that the run processed. */
  changed: z.number().int().nullable(),
  note: z.string().nullable(),
  problem: z.string().nullable(),
});
export type JobRun = z.infer<typeof JobRun>;

/** A task as Dev Tools shows it. */
export const JobTask = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  schedule: z.string(),
  /** Whether only one run at a time is allowed. */
  exclusive: z.boolean(),
  attempts: z.number().int(),
  /** Whether people can start the task; records queue their own tasks. */
  startable: z.boolean(),
  effect: JobEffect.nullable(),
  lastRun: JobRun.nullable(),
  failuresInDay: z.number().int(),
  /** Number of waiting jobs, and when the first of them, or the next scheduled one, is due. */
  waiting: z.number().int(),
  nextRunAt: z.iso.datetime().nullable(),
});
export type JobTask = z.infer<typeof JobTask>;

/** A job whose last attempt failed. */
export const FailedJob = z.object({
  id: z.string(),
  task: z.string(),
  title: z.string(),
  effect: JobEffect.nullable(),
  attempts: z.number().int(),
  failedAt: z.iso.datetime(),
  problem: z.string().nullable(),
});
export type FailedJob = z.infer<typeof FailedJob>;

/** `GET /api/dev-tools/job-tasks` */
export const JobOverview = z.object({
  tasks: z.array(JobTask),
  failed: z.array(FailedJob),
  /** Whether tasks can run at another date; in the demo lab only. */
  runsAtDates: z.boolean(),
});
export type JobOverview = z.infer<typeof JobOverview>;

/** `GET /api/dev-tools/job-tasks/:name/runs`: the last runs, newest first. */
export const JobRuns = z.object({ runs: z.array(JobRun) });
export type JobRuns = z.infer<typeof JobRuns>;

/** Number of years ahead for which jobs can be tried: the longest retention period is 15. */
export const MAX_YEARS_AHEAD = 16;

/** `GET /api/dev-tools/jobs`: the jobs that can be tried at another date, and the days to choose from. */
export const DatedJobs = z.object({
  jobs: z.array(z.object({ name: z.string(), title: z.string() })),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
});
export type DatedJobs = z.infer<typeof DatedJobs>;

/** `POST /api/dev-tools/jobs/run`, in: a job by its name, or all of them. */
export const DatedRun = z.strictObject({ job: z.string().min(1).max(60).nullable(), date: z.iso.date() });
export type DatedRun = z.infer<typeof DatedRun>;

/** The result of a run: for each job the number of records, or the failure. */
export const DatedRunResult = z.object({
  at: z.iso.datetime(),
  results: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      /** Number of records that the job processed; null where the job does not count them. */
      done: z.number().nullable(),
      problem: z.string().nullable(),
    }),
  ),
});
export type DatedRunResult = z.infer<typeof DatedRunResult>;
