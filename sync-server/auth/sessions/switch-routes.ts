import type { Request } from 'express';
import type { Pool } from 'pg';
import { assignableRoles } from '#db/access/assignable-roles.ts';
import type { Role } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import * as calls from '#db/api/identity/sessions.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { logAccess, readSignInRequest, type SignInRequest } from '#sync-server/auth/account-log.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import type { ApiCall, ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readSession } from './read-session.ts';
import { actingClaims, currentClaims, type SessionClaims, sameSession } from './session-claims.ts';
import { setSessionCookie } from './session-cookie.ts';

const TARGET = `
  SELECT uc.company_id AS "companyId" FROM user_company uc JOIN company c ON c.id = uc.company_id AND NOT c.deleted
   WHERE uc.id = $1 AND uc.user_id = $2 AND uc.entity = $3 AND c.entity = $3 AND NOT uc.deactivated AND NOT uc.deleted`;

/**
 * Return the claims of the person's session in another of their companies. Only active memberships of the
 * same person in this business entity count; anything else is not found. An acting role ends; it is still the
 * same session, which ends with its sign-out.
 */
async function switchCompany(
  pool: Pool,
  session: Session,
  userCompanyId: string,
  { from, before, now }: { from: SignInRequest; before: SessionClaims; now: Date },
): Promise<SessionClaims> {
  const { userId, entity } = session;
  const { rows } = await pool.query<{ companyId: string }>(TARGET, [userCompanyId, userId, entity]);
  const claims = rows[0] && (await currentClaims(pool, userCompanyId, now));
  if (!rows[0] || !claims) throw new AppError('NOT_FOUND', MESSAGES.switchingCompanies);
  const { companyId } = rows[0];
  await logAccess(pool, { userId, companyId }, 'SWITCH_COMPANY', from, {
    type: 'UserCompany',
    id: userCompanyId,
  });
  // The next sign-in opens in the company of the last work.
  await pool.query('UPDATE user_company SET last_login = now() WHERE id = $1', [userCompanyId]);
  return { ...claims, ...sameSession(before) };
}

/**
 * Return the claims of a super admin's session in another role. The membership keeps its own: only this
 * session acts as the other one, and only while the person is a super admin.
 */
async function switchRole(
  pool: Pool,
  session: Session,
  role: Role,
  {
    claims,
    variant,
    from,
    now,
  }: { claims: SessionClaims; variant: SiteVariant; from: SignInRequest; now: Date },
): Promise<SessionClaims> {
  if (!session.isSuperAdmin) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  if (!assignableRoles(variant).includes(role)) throw new AppError('VALIDATION', MESSAGES.switchingRoles);
  if (role === session.role) return claims;
  const { userId, companyId, userCompanyId } = session;
  const { rows } = await pool.query<{ role: string }>('SELECT role FROM user_company WHERE id = $1', [
    userCompanyId,
  ]);
  await logAccess(pool, { userId, companyId }, 'SWITCH_ROLE', from, { type: 'Role', id: role });
  return actingClaims(claims, rows[0]?.role === role ? null : role, now);
}

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
  serveCall(calls.switchCompany, async (call, request, response) => {
    const { services, session, entity, body } = call;
    const before = await claimsOf(call, request);
    const from = readSignInRequest(request, entity);
    const now = services.now();
    const claims = await switchCompany(services.pool, session, body.userCompanyId, { from, before, now });
    await setSessionCookie(services.env, response, claims);
    return { url: '/' };
  }),
  serveCall(calls.switchRole, async (call, request, response) => {
    const { services, session, entity, body } = call;
    const next = await switchRole(services.pool, session, body.role, {
      claims: await claimsOf(call, request),
      variant: services.env.SITE_VARIANT[entity],
      from: readSignInRequest(request, entity),
      now: services.now(),
    });
    await setSessionCookie(services.env, response, next);
    return { ok: true, role: body.role };
  }),
];
