import { randomInt } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { ulid } from 'ulid';
import { may } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import * as calls from '#db/api/records/support.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { askSupport, changeSupportStatus } from '#db/records/support/ask-support.ts';
import { addHelpVideo, editHelpVideo, removeHelpVideo } from '#db/records/support/edit-help-videos.ts';
import { helpVideo, VIDEO_AUDIENCES } from '#db/records/support/help-video.ts';
import type { SupportRequestForm } from '#db/records/support/support-request-form.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { serveAccountCall } from '#sync-server/auth/accounts/account-route.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { listRows } from '#sync-server/reads/list-rows.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readServicePortal } from './service-portal.ts';
import { listSupportRequests, renderSupportEmail } from './support-requests.ts';

/** Read the videos for this kind of person; their editors see all. */
async function listVideos(pool: Pool, { role, entity }: Session, query: ListQuery) {
  const side = seesAllCompanies(role) ? 'STAFF' : 'CUSTOMERS';
  const allowedAudiences = may(role, 'support:update') ? VIDEO_AUDIENCES : [side, 'EVERYBODY'];
  const requestedAudiences = query.filter['audience'];
  const audience = allowedAudiences.filter((one) => !requestedAudiences || requestedAudiences.includes(one));
  const scopedQuery = { ...query, filter: { audience }, records: 'active' as const };
  return listRows(pool, helpVideo, scopedQuery, entity);
}

/** `/api/support/videos`: videos that show how to do a task. */
const videoRoutes: readonly ApiRoute[] = [
  serveCall(calls.listHelpVideos, ({ services, session, query }) =>
    listVideos(services.pool, session, query),
  ),
  serveCall(calls.addHelpVideo, async ({ services, session, body }) => {
    const videoId = ulid();
    await executeOperation(engineOf(services), session, addHelpVideo, { videoId, form: body });
    return { id: videoId };
  }),
  serveCall(calls.editHelpVideo, async ({ services, session, params: { id }, body }) => {
    await executeOperation(engineOf(services), session, editHelpVideo, { ...body, videoId: id });
    return { id };
  }),
  serveCall(calls.removeHelpVideo, async ({ services, session, params: { id }, body }) => {
    await executeOperation(engineOf(services), session, removeHelpVideo, { ...body, videoId: id });
    return { id };
  }),
];

// The reference is read out on the phone, so no character looks or sounds like another.
const SIGNS = '23456789CDFGHJKMNPQRTVWXY';
const LENGTH = 6;

const newReference = (): string =>
  `SR-${Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`;

/** Email to the lab's support address, queued together with the request. */
const notifySupport =
  (
    { entity, companyId, name, email, role }: Session,
    requestId: string,
    reference: string,
    form: SupportRequestForm,
  ) =>
  async (client: ClientBase): Promise<void> => {
    const company = await client.query<{ name: string }>('SELECT name FROM company WHERE id = $1', [
      companyId,
    ]);
    const files = await client.query<{ title: string }>(
      `SELECT title FROM s3_file WHERE target_id = $1 AND target_type = 'SupportRequest' ORDER BY id`,
      [requestId],
    );
    const writer = { name, email, role, companyName: company.rows[0]?.name ?? '' };
    const titles = files.rows.map(({ title }) => title);
    const supportEmail = renderSupportEmail(entity, reference, form, writer, titles);
    const to = ENTITY_PROFILE[entity].supportAddress;
    const data = { targetType: 'SupportRequest', targetId: requestId, reference };
    await queueMail(client, { entity, kind: 'SUPPORT_REQUEST', to, ...supportEmail, data });
  };

/** Store a message to the lab's staff, email it to them, and return its reference. */
async function submitRequest(
  services: AppServices,
  session: Session,
  form: SupportRequestForm,
): Promise<{ reference: string }> {
  const requestId = ulid();
  const reference = newReference();
  const notify = notifySupport(session, requestId, reference, form);
  await executeOperation(
    engineOf(services),
    session,
    askSupport,
    { ...form, requestId, reference },
    {},
    notify,
  );
  return { reference };
}

/** `/api/support`: messages to the lab's staff, and the help videos. */
export const supportRoutes: readonly ApiRoute[] = [
  ...videoRoutes,
  serveCall(calls.readServicePortal, ({ services, session }) =>
    readServicePortal(
      services.pool,
      session,
      labDayOf(services.now().toISOString(), services.env.LAB_TIMEZONE),
    ),
  ),
  serveCall(calls.listSupportRequests, ({ services, session, query }) =>
    listSupportRequests(services.pool, session, query),
  ),
  serveAccountCall(calls.sendSupportRequest, {
    limits: ({ userId }) => [{ key: `support|${userId}`, limit: 10, minutes: 60 }],
    handler: async ({ services, session, body, response }) => {
      const requestAnswer = await submitRequest(services, session, body);
      response.status(201);
      return requestAnswer;
    },
  }),
  serveCall(calls.changeSupportStatus, async ({ services, session, params: { id }, body }) => {
    await executeOperation(engineOf(services), session, changeSupportStatus, { ...body, requestId: id });
    return { id };
  }),
];
