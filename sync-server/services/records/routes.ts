import { type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { DataSyncQuery, readDataSync } from './data-sync.ts';
import { fileRoutes } from './file-routes.ts';
import { logRoutes } from './log-routes.ts';
import { noteRoutes } from './note-routes.ts';
import { partRoutes } from './part-routes.ts';
import { Incident, reportIncident } from './report-incident.ts';
import { viewRoutes } from './view-routes.ts';

/** `/api/lab/data-sync`, the logs, files and notes. */
export const recordRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/lab/data-sync',
    access: 'lab/data-sync:read',
    query: DataSyncQuery,
    handler: ({ services, session, query }) => readDataSync(services.pool, session, query),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/lab/data-sync/incidents',
    access: 'lab/data-sync:create',
    body: Incident,
    handler: async ({ services, session, body }) =>
      created(await reportIncident(services.pool, session, body, services.now())),
  }),
  ...logRoutes,
  ...fileRoutes,
  ...partRoutes,
  ...noteRoutes,
  ...viewRoutes,
];
