import { randomInt } from 'node:crypto';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { SupportRequest } from '#db/support/support-request.ts';
import { accountRoute } from '#sync-server/auth/account-route.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { supportLetter } from './support-letter.ts';

// Read out on the phone: no sign looks or sounds like another.
const SIGNS = '23456789CDFGHJKMNPQRTVWXY';
const LENGTH = 6;

const newReference = (): string =>
  `SR-${Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`;

/** Sends a message to the lab's support address and answers its reference. */
async function askSupport(
  { pool }: Pick<AppServices, 'pool'>,
  { entity, companyId, name, email, role, userId }: Session,
  request: SupportRequest,
): Promise<{ reference: string }> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM company WHERE id = $1', [companyId]);
  const reference = newReference();
  const writer = { name, email, role, companyName: rows[0]?.name ?? '' };
  const letter = supportLetter(entity, reference, request, writer);
  const to = ENTITY_PROFILE[entity].supportAddress;
  const data = { targetType: 'User', targetId: userId, reference };
  await queueMail(pool, { entity, kind: 'SUPPORT_REQUEST', to, ...letter, data });
  return { reference };
}

/** `/api/support`: a message to the people of the lab. */
export const supportRoutes: readonly ApiRoute[] = [
  accountRoute({
    method: 'post',
    path: '/api/support',
    access: 'support:create',
    body: SupportRequest,
    limits: ({ userId }) => [{ key: `support|${userId}`, limit: 10, minutes: 60 }],
    handler: async ({ services, session, body, response }) => {
      if (!session) return undefined;
      const sent = await askSupport(services, session, body);
      response.status(201);
      return sent;
    },
  }),
];
