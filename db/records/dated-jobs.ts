import { z } from 'zod';

/** How many years ahead jobs can be tried: the longest retention period is 15. */
export const MAX_YEARS_AHEAD = 16;

/** `GET /api/dev-tools/jobs`: the jobs that can be tried at another date, and the days from which to choose. */
export const DatedJobs = z.object({
  jobs: z.array(z.object({ name: z.string(), title: z.string() })),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
});
export type DatedJobs = z.infer<typeof DatedJobs>;

/** `POST /api/dev-tools/jobs/run`, in: a job by its name, or all of them. */
export const DatedRun = z.strictObject({ job: z.string().min(1).max(60).nullable(), date: z.iso.date() });
export type DatedRun = z.infer<typeof DatedRun>;

/** What a run did: each job with how much it found to do, or why it failed. */
export const DatedRunResult = z.object({
  at: z.iso.datetime(),
  results: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      /** How many records were dealt with; null where the job does not count them. */
      done: z.number().nullable(),
      problem: z.string().nullable(),
    }),
  ),
});
export type DatedRunResult = z.infer<typeof DatedRunResult>;
