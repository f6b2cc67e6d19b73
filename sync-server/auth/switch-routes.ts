import type { Request } from 'express';
import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { Id } from '#db/values/id.ts';
import { type ApiCall, type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { authSecret } from './auth-secret.ts';
import { readSession } from './read-session.ts';
import type { SessionClaims } from './session-claims.ts';
import { setSessionCookie } from './session-cookie.ts';
import { readSignInRequest } from './sign-in-request.ts';
import { switchCompany } from './switch-company.ts';
import { switchRole } from './switch-role.ts';

const SwitchCompany = z.strictObject({ userCompanyId: Id });
const SwitchRole = z.strictObject({ role: Role });

/** Return the claims of this request's cookie; the session is already checked, so they exist. */
export async function claimsOf(
  { services, entity }: Pick<ApiCall, 'services' | 'entity'>,
  request: Request,
): Promise<SessionClaims> {
  const secret = authSecret(services.env);
  const open = await readSession({ ...services, secret }, request.headers.cookie, entity);
  if (!open) throw new AppError('UNAUTHENTICATED', MESSAGES.signInFirst);
  return open.claims;
}

/** The rows that switch identity: to another company of the person, or to another role of a super admin. */
export const switchRoutes: readonly ApiRoute[] = [
  streamRoute({
    method: 'post',
    path: '/api/auth/switch-company',
    access: 'session',
    handler: async (call, request, response) => {
      const { services, session, entity } = call;
      const { userCompanyId } = parseInput(SwitchCompany, call.body ?? {});
      const before = await claimsOf(call, request);
      const from = readSignInRequest(request, entity);
      const claims = await switchCompany(services.pool, session, userCompanyId, {
        from,
        before,
        now: services.now(),
      });
      await setSessionCookie(services.env, response, claims);
      response.json({ url: '/' });
    },
  }),
  streamRoute({
    method: 'patch',
    path: '/api/super-admin/switch-role',
    access: 'super-admin/switch-role:update',
    handler: async (call, request, response) => {
      const { services, session, entity } = call;
      const { role } = parseInput(SwitchRole, call.body ?? {});
      const next = await switchRole(services.pool, session, role, {
        claims: await claimsOf(call, request),
        variant: services.env.SITE_VARIANT[entity],
        from: readSignInRequest(request, entity),
        now: services.now(),
      });
      await setSessionCookie(services.env, response, next);
      response.json({ ok: true, role });
    },
  }),
];
