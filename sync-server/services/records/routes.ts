import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { z } from 'zod';
import * as dataSyncCalls from '#db/api/records/data-sync.ts';
import * as viewCalls from '#db/api/records/saved-views.ts';
import { readRecordCard as cardCall, searchRecords as searchCall } from '#db/api/records/search.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { changeView, removeView, saveView } from '#db/records/save-view.ts';
import { SavedView } from '#db/records/saved-view.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readDataSync, reportIncident } from './data-sync.ts';
import { logRoutes } from './events/log-routes.ts';
import { fileRoutes } from './files/file-routes.ts';
import { partRoutes } from './files/part-routes.ts';
import { noteRoutes } from './notes/note-routes.ts';
import { readRecordCard } from './read-record-card.ts';
import { searchRecords } from './search-records.ts';

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

/** `/api/filters`: a member's saved list views; everybody sees only their own. */
const viewRoutes: readonly ApiRoute[] = [
  serveCall(viewCalls.listViews, ({ services, session, query }) => readViews(services.pool, session, query)),
  serveCall(viewCalls.saveView, async ({ services, session, body }) => {
    const viewId = ulid();
    await executeOperation(engineOf(services), session, saveView, { ...body, viewId });
    return readView(services.pool, session, viewId);
  }),
  serveCall(viewCalls.changeView, async ({ services, session, params, body }) => {
    await executeOperation(engineOf(services), session, changeView, { viewId: params.id, changes: body });
    return readView(services.pool, session, params.id);
  }),
  serveCall(viewCalls.removeView, async ({ services, session, params }) => {
    await executeOperation(engineOf(services), session, removeView, { viewId: params.id });
  }),
];

/** `/api/lab/data-sync`, the logs, files, notes and the search and cards over all records. */
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
  serveCall(cardCall, ({ services, session, params, query }) =>
    readRecordCard(services, session, query.kind, params.id),
  ),
  serveCall(searchCall, ({ services, session, body }) => searchRecords(services, session, body.text)),
];
