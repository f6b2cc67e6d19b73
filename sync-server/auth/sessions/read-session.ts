import { decode } from '@auth/core/jwt';
import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { Role } from '#db/access/roles.ts';
import { SessionUser } from '#db/access/session.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { batchedReader } from '#sync-server/postgres/acceleration/acceleration.ts';
import type { QueryReader } from '#sync-server/postgres/acceleration/parts.ts';
import { SessionClaims, sessionIdOf } from './session-claims.ts';
import { hasTimedOut, isStaff, SESSION_COOKIES } from './session-cookie.ts';

const MEMBERSHIP = `
  SELECT u.id, coalesce(u.name, u.first_name || ' ' || u.last_name) AS name, u.email, u.image IS NOT NULL AS image,
         acting.role, c.name AS "companyName", c.id AS "companyId", uc.id AS "userCompanyId",
         c.parent_company_id AS "parentCompanyId", uc.role AS "ownRole", u.is_super_admin AS "isSuperAdmin", u.pin IS NOT NULL AS "hasPin",
         EXISTS (SELECT 1 FROM second_factor f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS "hasFactor",
         coalesce((SELECT jsonb_agg(jsonb_build_object('id', oc.id, 'name', oc.name, 'role', ouc.role, 'userCompanyId', ouc.id) ORDER BY oc.name, oc.id)
                     FROM user_company ouc JOIN company oc ON oc.id = ouc.company_id
                    WHERE ouc.user_id = u.id AND NOT ouc.deactivated AND NOT ouc.deleted AND oc.entity = c.entity), '[]') AS companies,
         coalesce((SELECT jsonb_agg(DISTINCT p) FROM permission_group g, unnest(g.permissions) p
                    WHERE g.entity = c.entity AND acting.role = ANY (g.roles) AND NOT g.deleted), '[]') AS permissions
    FROM user_company uc
    JOIN "user" u ON u.id = uc.user_id
    JOIN company c ON c.id = uc.company_id
    CROSS JOIN LATERAL (SELECT CASE WHEN u.is_super_admin THEN coalesce($6, uc.role) ELSE uc.role END AS role) acting
   WHERE uc.id = $1 AND c.entity = $2 AND u.id = $3 AND u.session_version = $4 AND uc.session_version = $5
     AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted
     AND NOT EXISTS (SELECT 1 FROM ended_session WHERE id = $7)`;

/**
 * The stage of a sign-in: OPEN is a session; CODE waits for the second factor, SET_UP for its first setup,
 * because the role needs it.
 */
export type SessionStage = 'OPEN' | 'CODE' | 'SET_UP';

/** A session as read from the database: its user, and whether a signing PIN is set. */
interface LoadedSession {
  user: SessionUser;
  hasPin: boolean;
  stage: SessionStage;
  /** True if the membership's own role needs a second factor. */
  needsFactor: boolean;
}

// Nobody can own an address of this top-level domain (RFC 2606): only people of the demo lab, whose passwords
// are public, have one. They may sign in without a second factor.
const isDemoAccount = (email: string): boolean => email.endsWith('.example');

const stageOf = (is: { proven: boolean; hasFactor: boolean; needsFactor: boolean }): SessionStage => {
  if (is.hasFactor) return is.proven ? 'OPEN' : 'CODE';
  return is.needsFactor ? 'SET_UP' : 'OPEN';
};

/**
 * Read the session of these claims in this entity; undefined if it has ended: signed out, unused for too
 * long, membership not active, or a version raised since the sign-in (new password, other role,
 * deactivation).
 */
export async function loadSession(
  client: QueryReader,
  claims: SessionClaims,
  entity: BusinessEntity,
  now: Date,
): Promise<LoadedSession | undefined> {
  if (claims.entity !== entity) return undefined;
  const { userCompanyId, sub, sessionVersion, membershipVersion, actingRole } = claims;
  const { rows } = await client.query({
    name: 'load_session',
    text: MEMBERSHIP,
    values: [
      userCompanyId,
      entity,
      sub,
      sessionVersion,
      membershipVersion,
      actingRole ?? null,
      sessionIdOf(claims) ?? null,
    ],
  });
  const row = rows[0];
  if (!row) return undefined;
  const user = SessionUser.parse(row);
  const ownRole = Role.parse(row['ownRole']);
  const staff = isStaff({ role: ownRole, isSuperAdmin: user.isSuperAdmin });
  if (hasTimedOut(claims, staff, now)) return undefined;
  const needsFactor =
    (user.isSuperAdmin || hasCapability(ownRole, 'useSecondFactor')) && !isDemoAccount(user.email);
  const hasFactor = z.boolean().parse(row['hasFactor']);
  const stage = stageOf({ proven: claims.secondFactorAt !== undefined, hasFactor, needsFactor });
  return { user, hasPin: z.boolean().parse(row['hasPin']), stage, needsFactor };
}

interface OpenedToken {
  claims: SessionClaims;
  secret: string;
  salt: string;
  expires: number;
}

// Far more than the people of a lab have open; the oldest entry is dropped.
const MAX_OPENED_TOKENS = 2_000;
const openedTokens = new Map<string, OpenedToken>();

/**
 * Return the claims of a session token, or undefined if it is not ours or expired. Key derivation and
 * decryption are expensive, so opened tokens are cached; the database is asked every time whether the session
 * has ended.
 */
export async function openToken(
  token: string,
  secret: string,
  salt: string,
): Promise<SessionClaims | undefined> {
  const known = openedTokens.get(token);
  if (known && known.secret === secret && known.salt === salt && Date.now() < known.expires)
    return known.claims;
  openedTokens.delete(token);
  const decoded = await decode({ token, secret, salt }).catch(() => null);
  const claims = SessionClaims.safeParse(decoded);
  if (!claims.success) return undefined;
  const oldest = openedTokens.size >= MAX_OPENED_TOKENS ? openedTokens.keys().next().value : undefined;
  if (oldest !== undefined) openedTokens.delete(oldest);
  openedTokens.set(token, { claims: claims.data, secret, salt, expires: Number(decoded?.exp ?? 0) * 1_000 });
  return claims.data;
}

/** An open session with the claims of its cookie. */
export interface OpenSession extends LoadedSession {
  claims: SessionClaims;
}

/** What reading a session needs from the running server. */
export interface SessionServices extends Pick<AppServices, 'pool' | 'now'> {
  secret: string;
}

/** Read a cookie's value, also if Auth.js has split it into numbered chunks. */
export function cookieValue(header: string, name: string): string | undefined {
  const chunks: [number, string][] = [];
  for (const part of header.split(';')) {
    const [key = '', ...rest] = part.trim().split('=');
    if (key === name) return rest.join('=');
    if (key.startsWith(`${name}.`)) chunks.push([Number(key.slice(name.length + 1)), rest.join('=')]);
  }
  if (chunks.length === 0) return undefined;
  return chunks
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value)
    .join('');
}

/**
 * Return the claims of a request's session cookies as this server sealed them, without checking that they
 * still hold.
 */
export async function claimsOfCookies(cookieHeader: string, secret: string): Promise<SessionClaims[]> {
  const activeClaims: SessionClaims[] = [];
  for (const name of SESSION_COOKIES) {
    const token = cookieValue(cookieHeader, name);
    const claims = token ? await openToken(token, secret, name) : undefined;
    if (claims) activeClaims.push(claims);
  }
  return activeClaims;
}

/**
 * Return the open session of a request's cookie in this entity, or undefined. Reads the membership from the
 * database.
 */
export async function readSession(
  services: SessionServices,
  cookieHeader: string | undefined,
  entity: BusinessEntity,
): Promise<OpenSession | undefined> {
  const activeClaims = await readSignIn(services, cookieHeader, entity);
  return activeClaims?.stage === 'OPEN' ? activeClaims : undefined;
}

/** Like `readSession`, but also for a sign-in without its second factor; only for routes that complete it. */
export async function readSignIn(
  services: SessionServices,
  cookieHeader: string | undefined,
  entity: BusinessEntity,
): Promise<OpenSession | undefined> {
  if (!cookieHeader) return undefined;
  for (const claims of await claimsOfCookies(cookieHeader, services.secret)) {
    // Every request reads its session.
    const loaded = await loadSession(batchedReader(services.pool), claims, entity, services.now());
    if (loaded) return { ...loaded, claims };
  }
  return undefined;
}
