import { DatedRun } from '#db/records/dated-jobs.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { readDatedJobs, runAtDate } from './run-at-date.ts';

/** Jobs at another date for Dev Tools; only who may do everything may also delete synced data, and runs them. */
export const datedJobRoutes: readonly ApiRoute[] = [
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
