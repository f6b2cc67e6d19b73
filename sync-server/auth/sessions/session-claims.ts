import type { Pool } from 'pg';
import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';

// Number of role switches a session stores; older ones fall back to the role of the membership.
const REMEMBERED = 12;

/** A role that a super admin took in this session, and its start; null for the membership's own. */
const ActedAs = z.object({ since: z.number().int(), role: Role.nullable() });

/** The content of the session cookie. Everything else is read from the database at every request. */
export const SessionClaims = z.object({
  /** The person. */
  sub: z.string(),
  userCompanyId: z.string(),
  entity: BusinessEntity,
  /** `user.session_version` at the sign-in: a new password raises it and so ends the session. */
  sessionVersion: z.number().int().default(1),
  /** `user_company.session_version` at the sign-in: a new role or a deactivation raises it. */
  membershipVersion: z.number().int().default(1),
  /** The role that a super admin acts as; it counts only while the person is a super admin. */
  actingRole: Role.optional(),
  /** The earlier acting roles, oldest first: offline work is judged under the role of its time. */
  actedAs: z.array(ActedAs).max(REMEMBERED).optional(),
  /** Time of the sign-in with a password or Google; a signature in an old session asks for the password. */
  signedInAt: z.number().int().optional(),
  /** Last use of the session as far as the cookie knows; active use seals it again. */
  usedAt: z.number().int().optional(),
  /** Time when the person proved a second factor in this session. */
  secondFactorAt: z.number().int().optional(),
  /** Id of the session once its cookie was sealed again; before that, the cookie's own id is used. */
  sessionId: z.string().optional(),
  /** The cookie's own id. */
  jti: z.string().optional(),
  /** Time of sealing, in seconds. */
  iat: z.number().int().optional(),
});
export type SessionClaims = z.infer<typeof SessionClaims>;

/** Return the id of a session from sign-in to sign-out, however often its cookie is sealed again. */
export const sessionIdOf = ({ sessionId, jti }: SessionClaims): string | undefined => sessionId ?? jti;

/** Return the claims for a new cookie of the same session, without the old cookie's time and id. */
export function claimsToSeal(claims: SessionClaims): Omit<SessionClaims, 'iat' | 'jti'> {
  const { iat: _iat, jti: _jti, ...stableClaims } = claims;
  const sessionId = sessionIdOf(claims);
  return sessionId === undefined ? stableClaims : { ...stableClaims, sessionId };
}

/** Return the claims that stay when a session continues under other rights: start, proven factors and id. */
export function sameSession(before: SessionClaims): Partial<SessionClaims> {
  const { signedInAt, secondFactorAt, sessionId } = claimsToSeal(before);
  return {
    ...(signedInAt === undefined ? {} : { signedInAt }),
    ...(secondFactorAt === undefined ? {} : { secondFactorAt }),
    ...(sessionId === undefined ? {} : { sessionId }),
  };
}

const CURRENT = `
  SELECT u.id AS sub, uc.id AS "userCompanyId", uc.entity, u.session_version AS "sessionVersion",
         uc.session_version AS "membershipVersion"
    FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.id = $1 AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted`;

/** Return the claims of a session that starts now under this membership; undefined if it is not active. */
export async function currentClaims(
  client: Pick<Pool, 'query'>,
  userCompanyId: string,
  now: Date,
): Promise<SessionClaims | undefined> {
  const { rows } = await client.query<Record<string, unknown>>(CURRENT, [userCompanyId]);
  const times = { signedInAt: now.getTime(), usedAt: now.getTime() };
  return rows[0] ? SessionClaims.parse({ ...rows[0], ...times }) : undefined;
}

/** Return the claims of the same session in another role; null returns to the membership's own. */
export function actingClaims(
  { actingRole: _, ...claims }: SessionClaims,
  role: Role | null,
  now: Date,
): SessionClaims {
  const actedAs = [...(claims.actedAs ?? []), { since: now.getTime(), role }].slice(-REMEMBERED);
  return { ...claims, actedAs, ...(role ? { actingRole: role } : {}) };
}
