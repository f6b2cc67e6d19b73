import { z } from 'zod';
import { DatedRun } from '#db/records/dated-jobs.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { readJobOverview, readJobRuns } from './job-overview.ts';
import { readDatedJobs, runAtDate } from './run-at-date.ts';
import { retryFailedJob, runTaskNow } from './start-job.ts';

const TaskName = z.strictObject({ name: z.string().min(1).max(60) });
const JobId = z.strictObject({ id: z.string().regex(/^\d{1,18}$/) });

/** Jobs in Dev Tools; running them needs the right to do everything, because some delete synced data. */
export const jobRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/dev-tools/job-tasks',
    access: 'lab/data-sync:delete',
    handler: ({ services }) => readJobOverview(services),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/dev-tools/job-tasks/:name/runs',
    access: 'lab/data-sync:delete',
    params: TaskName,
    handler: ({ services, params }) => readJobRuns(services, params.name),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/dev-tools/job-tasks/:name/run',
    access: 'lab/data-sync:delete',
    params: TaskName,
    handler: ({ services, session, params }) => runTaskNow(services, session, params.name),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/dev-tools/failed-jobs/:id/retry',
    access: 'lab/data-sync:delete',
    params: JobId,
    handler: ({ services, session, params }) => retryFailedJob(services, session, params.id),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/dev-tools/jobs',
    access: 'lab/data-sync:delete',
    handler: ({ services }) => readDatedJobs(services),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/dev-tools/jobs/run',
    access: 'lab/data-sync:delete',
    body: DatedRun,
    handler: ({ services, session, body }) => runAtDate(services, session, body),
  }),
];
