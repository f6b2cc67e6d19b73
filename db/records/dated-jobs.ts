import { z } from 'zod';

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
