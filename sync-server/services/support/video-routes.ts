import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import { helpVideo } from '#db/support/help-video.ts';
import { VIDEO_AUDIENCES } from '#db/support/video-audience.ts';
import { addHelpVideo, editHelpVideo, removeHelpVideo } from '#db/support/video-operations.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { listRows } from '#sync-server/services/listing/list-rows.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';

const WithId = z.strictObject({ id: Id });

const VideoQuery = listQueryOf(helpVideo);

/** Read the videos for this kind of person; their editors see all. */
async function listVideos(pool: Pool, { role, entity }: Session, query: z.infer<typeof VideoQuery>) {
  const side = seesAllCompanies(role) ? 'STAFF' : 'CUSTOMERS';
  const allowedAudiences = may(role, 'support:update') ? VIDEO_AUDIENCES : [side, 'EVERYBODY'];
  const requestedAudiences = query.filter['audience'];
  const audience = allowedAudiences.filter((one) => !requestedAudiences || requestedAudiences.includes(one));
  const scopedQuery = { ...query, filter: { audience }, records: 'active' as const };
  return listRows(pool, helpVideo, scopedQuery, entity);
}

/** `/api/support/videos`: videos that show how to do a task. */
export const videoRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/support/videos',
    access: 'support:read',
    query: VideoQuery,
    handler: ({ services, session, query }) => listVideos(services.pool, session, query),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/support/videos',
    access: 'support:update',
    body: addHelpVideo.args.shape.form,
    handler: async ({ services, session, body }) => {
      const videoId = ulid();
      await executeOperation(engineOf(services), session, addHelpVideo, { videoId, form: body });
      return created({ id: videoId });
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/support/videos/:id',
    access: 'support:update',
    params: WithId,
    body: editHelpVideo.args.omit({ videoId: true }),
    handler: async ({ services, session, params: { id }, body }) => {
      await executeOperation(engineOf(services), session, editHelpVideo, { ...body, videoId: id });
      return { id };
    },
  }),
  jsonRoute({
    method: 'delete',
    path: '/api/support/videos/:id',
    access: 'support:delete',
    params: WithId,
    body: removeHelpVideo.args.omit({ videoId: true }),
    handler: async ({ services, session, params: { id }, body }) => {
      await executeOperation(engineOf(services), session, removeHelpVideo, { ...body, videoId: id });
      return { id };
    },
  }),
];
