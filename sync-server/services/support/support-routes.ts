import { randomInt } from 'node:crypto';
import type { ClientBase } from 'pg';
import { ulid } from 'ulid';
import { z } from 'zod';
import { listQueryOf } from '#db/api/list-query.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { askSupport } from '#db/support/ask-support.ts';
import { changeSupportStatus } from '#db/support/change-support-status.ts';
import { supportRequest } from '#db/support/support-request.ts';
import { SupportRequestForm } from '#db/support/support-request-form.ts';
import { Id } from '#db/values/id.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { accountRoute } from '#sync-server/auth/account-route.ts';
import { type ApiRoute, type AppServices, jsonRoute } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readServicePortal } from './read-service-portal.ts';
import { renderSupportEmail } from './support-email.ts';
import { listSupportRequests } from './support-requests.ts';
import { videoRoutes } from './video-routes.ts';

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
  jsonRoute({
    method: 'get',
    path: '/api/support/desk',
    access: 'support:update',
    handler: ({ services, session }) =>
      readServicePortal(
        services.pool,
        session,
        labDayOf(services.now().toISOString(), services.env.LAB_TIMEZONE),
      ),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/support',
    access: 'support:read',
    query: listQueryOf(supportRequest),
    handler: ({ services, session, query }) => listSupportRequests(services.pool, session, query),
  }),
  accountRoute({
    method: 'post',
    path: '/api/support',
    access: 'support:create',
    body: SupportRequestForm,
    limits: ({ userId }) => [{ key: `support|${userId}`, limit: 10, minutes: 60 }],
    handler: async ({ services, session, body, response }) => {
      const requestAnswer = await submitRequest(services, session, body);
      response.status(201);
      return requestAnswer;
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/support/:id/status',
    access: 'support:update',
    params: z.strictObject({ id: Id }),
    body: changeSupportStatus.args.omit({ requestId: true }),
    handler: async ({ services, session, params: { id }, body }) => {
      await executeOperation(engineOf(services), session, changeSupportStatus, { ...body, requestId: id });
      return { id };
    },
  }),
];
