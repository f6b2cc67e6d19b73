import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { exportLog } from './export-log.ts';
import { logQueryOf } from './log-query.ts';
import { logReaderOf } from './log-reader.ts';
import { readActivity } from './read-activity.ts';
import { readLog } from './read-log.ts';
import { ACCESS_LOG, AUDIT_LOG, EVENTS_LOG, LAB_EVENTS_LOG, type RecordLog } from './record-log.ts';

/** A log's page, its activity over time, its export and its detail. */
const routesOf = (log: RecordLog): readonly ApiRoute[] => {
  const path: `/api/${string}` = `/api/${log.family}`;
  const access = `${log.family}:read` as const;
  const query = logQueryOf(log);
  return [
    jsonRoute({
      method: 'get',
      path,
      access,
      query,
      handler: async (call) =>
        readLog(call.services.pool, log, call.query, await logReaderOf(call.services, call.session, log)),
    }),
    jsonRoute({
      method: 'get',
      path: `${path}/activity`,
      access,
      query,
      handler: async ({ services, session, query: activityQuery }) => {
        const { pool, env } = services;
        const reader = await logReaderOf(services, session, log);
        return readActivity(
          { pool, timeZone: env.LAB_TIMEZONE, now: services.now() },
          log,
          activityQuery,
          reader,
        );
      },
    }),
    streamRoute({
      method: 'get',
      path: `${path}/export`,
      access,
      handler: (call, request, response) =>
        exportLog(
          call,
          log,
          { ip: request.ip ?? null, userAgent: request.get('user-agent') ?? '' },
          response,
        ),
    }),
    jsonRoute({
      method: 'get',
      path: `${path}/:id`,
      access,
      params: z.strictObject({ id: Id }),
      handler: async ({ services, session, params }) => {
        const reader = await logReaderOf(services, session, log);
        const one = { ...query.parse({ limit: '1' }), filter: { id: [params.id] } };
        const { rows } = await readLog(services.pool, log, one, reader);
        if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
        return rows[0];
      },
    }),
  ];
};

/** `/api/events`, `/api/lab/events`, `/api/access-log` and `/api/audit-log`. */
export const logRoutes: readonly ApiRoute[] = [EVENTS_LOG, LAB_EVENTS_LOG, ACCESS_LOG, AUDIT_LOG].flatMap(
  routesOf,
);
