import type { Pool } from 'pg';
import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { BusinessEntity } from '#db/values/business-entity.ts';

// Switches that a session remembers; older ones fall back to the role of the membership.
const REMEMBERED = 12;

/** A role that a super admin acted as in this session, and since when; null for the membership's own. */
const ActedAs = z.object({ since: z.number().int(), role: Role.nullable() });

/** What the session cookie holds. All else is read from the database at every request. */
export const SessionClaims = z.object({
  /** The person. */
  sub: z.string(),
  userCompanyId: z.string(),
  entity: BusinessEntity,
  /** `user.session_version` at the sign-in: a new password raises it, and the session has ended. */
  sessionVersion: z.number().int().default(1),
  /** `user_company.session_version` at the sign-in: another role or a deactivation raises it. */
  membershipVersion: z.number().int().default(1),
  /** The role that a super admin acts as; it counts only as long as the person is one. */
  actingRole: Role.optional(),
  /** The roles acted as before, oldest first: what was done offline is judged under the one of its moment. */
  actedAs: z.array(ActedAs).max(REMEMBERED).optional(),
  /** When the person signed in with a password, or by Google; a signature in an old session asks for the password. */
  signedInAt: z.number().int().optional(),
  /** When the session was last used, as far as the cookie knows: it is sealed again while somebody works. */
  usedAt: z.number().int().optional(),
  /** When the person proved a second factor in this session. */
  secondFactorAt: z.number().int().optional(),
  /** Which session of the person this is, once its cookie was sealed again; before that it is the cookie's own id. */
  sessionId: z.string().optional(),
  /** The cookie's own id. */
  jti: z.string().optional(),
  /** When the cookie was sealed, in seconds. */
  iat: z.number().int().optional(),
});
export type SessionClaims = z.infer<typeof SessionClaims>;

/** What names a session from its sign-in to its sign-out, however often its cookie is sealed again. */
export const sessionIdOf = ({ sessionId, jti }: SessionClaims): string | undefined => sessionId ?? jti;

/** The claims as they are sealed again: still the same session, while time and id are the new cookie's. */
export function claimsToSeal(claims: SessionClaims): Omit<SessionClaims, 'iat' | 'jti'> {
  const { iat: _iat, jti: _jti, ...stableClaims } = claims;
  const sessionId = sessionIdOf(claims);
  return sessionId === undefined ? stableClaims : { ...stableClaims, sessionId };
}

/** What stays when a session goes on under other rights: when it began, what was proven in it, and its id. */
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

/** The claims of a session that begins now under this membership; undefined when it is not active. */
export async function currentClaims(
  client: Pick<Pool, 'query'>,
  userCompanyId: string,
  now: Date,
): Promise<SessionClaims | undefined> {
  const { rows } = await client.query<Record<string, unknown>>(CURRENT, [userCompanyId]);
  const times = { signedInAt: now.getTime(), usedAt: now.getTime() };
  return rows[0] ? SessionClaims.parse({ ...rows[0], ...times }) : undefined;
}

/** The claims of the same session after its person took another role; null goes back to the membership's own. */
export function actingClaims(
  { actingRole: _, ...claims }: SessionClaims,
  role: Role | null,
  now: Date,
): SessionClaims {
  const actedAs = [...(claims.actedAs ?? []), { since: now.getTime(), role }].slice(-REMEMBERED);
  return { ...claims, actedAs, ...(role ? { actingRole: role } : {}) };
}
