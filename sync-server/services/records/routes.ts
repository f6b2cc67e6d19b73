import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { z } from 'zod';
import * as dataSyncCalls from '#db/api/records/data-sync.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { changeView, removeView, saveView } from '#db/records/save-view.ts';
import { NewView, SavedList, SavedView, ViewChanges } from '#db/records/saved-view.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readDataSync, reportIncident } from './data-sync.ts';
import { logRoutes } from './events/log-routes.ts';
import { fileRoutes } from './files/file-routes.ts';
import { partRoutes } from './files/part-routes.ts';
import { noteRoutes } from './notes/note-routes.ts';

const OWN = `SELECT id, list, name, query, is_default AS "isDefault" FROM saved_filter
  WHERE user_company_id = $1 AND entity = $2 AND NOT deleted AND ($3::text IS NULL OR list = $3)
    AND ($4::text IS NULL OR id = $4)
  ORDER BY lower(name), id`;

async function readViews(
  pool: Pool,
  { userCompanyId, entity }: Session,
  viewQuery: { list?: string; id?: string },
): Promise<SavedView[]> {
  const { rows } = await pool.query(OWN, [
    userCompanyId,
    entity,
    viewQuery.list ?? null,
    viewQuery.id ?? null,
  ]);
  return z.array(SavedView).parse(rows);
}

async function readView(pool: Pool, session: Session, id: string): Promise<SavedView> {
  const [view] = await readViews(pool, session, { id });
  if (!view) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return view;
}

const One = z.strictObject({ id: Id });

/** `/api/filters`: a member's saved list views; everybody sees only their own. */
const viewRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/filters',
    access: 'filters:read',
    query: z.strictObject({ list: SavedList }),
    handler: ({ services, session, query }) => readViews(services.pool, session, query),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/filters',
    access: 'filters:create',
    body: NewView,
    handler: async ({ services, session, body }) => {
      const viewId = ulid();
      await executeOperation(engineOf(services), session, saveView, { ...body, viewId });
      return created(await readView(services.pool, session, viewId));
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/filters/:id',
    access: 'filters:update',
    params: One,
    body: ViewChanges,
    handler: async ({ services, session, params, body }) => {
      await executeOperation(engineOf(services), session, changeView, { viewId: params.id, changes: body });
      return readView(services.pool, session, params.id);
    },
  }),
  jsonRoute({
    method: 'delete',
    path: '/api/filters/:id',
    access: 'filters:delete',
    params: One,
    handler: async ({ services, session, params }) => {
      await executeOperation(engineOf(services), session, removeView, { viewId: params.id });
    },
  }),
];

/** `/api/lab/data-sync`, the logs, files and notes. */
export const recordRoutes: readonly ApiRoute[] = [
  serveCall(dataSyncCalls.readDataSync, ({ services, session, query }) =>
    readDataSync(services.pool, session, query),
  ),
  serveCall(dataSyncCalls.reportIncident, ({ services, session, body }) =>
    reportIncident(services.pool, session, body, services.now()),
  ),
  ...logRoutes,
  ...fileRoutes,
  ...partRoutes,
  ...noteRoutes,
  ...viewRoutes,
];
