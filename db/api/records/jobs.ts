import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { DatedJobs, DatedRun, DatedRunResult, JobOverview, JobRuns } from '#db/records/job-tasks.ts';

const TaskName = z.strictObject({ name: z.string().min(1).max(60) });
const JobId = z.strictObject({ id: z.string().regex(/^\d{1,18}$/) });

export const readJobOverview = defineCall({
  id: 'readJobOverview',
  method: 'get',
  path: '/api/dev-tools/job-tasks',
  access: 'lab/data-sync:delete',
  summary: 'Reads all tasks with their last and next runs, and the jobs that failed finally.',
  answer: JobOverview,
});

export const listJobRuns = defineCall({
  id: 'listJobRuns',
  method: 'get',
  path: '/api/dev-tools/job-tasks/:name/runs',
  access: 'lab/data-sync:delete',
  summary: 'Lists the last runs of a task, the newest first.',
  params: TaskName,
  answer: JobRuns,
});

export const runJobTask = defineCall({
  id: 'runJobTask',
  method: 'post',
  path: '/api/dev-tools/job-tasks/:name/run',
  access: 'lab/data-sync:delete',
  summary: 'Runs a task now, or after its current run.',
  params: TaskName,
});

export const retryFailedJob = defineCall({
  id: 'retryFailedJob',
  method: 'post',
  path: '/api/dev-tools/failed-jobs/:id/retry',
  access: 'lab/data-sync:delete',
  summary: 'Runs a finally failed job again, with all its attempts.',
  params: JobId,
});

export const listDatedJobs = defineCall({
  id: 'listDatedJobs',
  method: 'get',
  path: '/api/dev-tools/jobs',
  access: 'lab/data-sync:delete',
  summary: 'Lists the jobs of the demo lab that can run at another date, with the allowed days.',
  answer: DatedJobs,
});

export const runDatedJobs = defineCall({
  id: 'runDatedJobs',
  method: 'post',
  path: '/api/dev-tools/jobs/run',
  access: 'lab/data-sync:delete',
  summary: 'Runs one job or all jobs of the demo lab as if it were another date.',
  body: DatedRun,
  answer: DatedRunResult,
});
