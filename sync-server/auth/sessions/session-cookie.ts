import { encode } from '@auth/core/jwt';
import type { Response } from 'express';
import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import { isServedOverHttps } from '#sync-server/config/entity-addresses.ts';
import type { Env } from '#sync-server/config/env.ts';
import { claimsToSeal, type SessionClaims } from './session-claims.ts';

const HOUR = 60 * 60 * 1_000;

/** The maximum length of any session: one week. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;
/** An unused session of staff ends after this time; customers have the whole week. */
const STAFF_IDLE_MS = 12 * HOUR;

/** Report whether a person is staff; the own role counts, whatever a super admin acts as. */
export const isStaff = (person: { role: Role; isSuperAdmin: boolean }): boolean =>
  person.isSuperAdmin || isOneOf(person.role, STAFF_ROLES);

/** Report whether a session has expired: a week after its sign-in, or unused for too long. */
export function hasTimedOut(
  { signedInAt = 0, usedAt = 0 }: Pick<SessionClaims, 'signedInAt' | 'usedAt'>,
  staff: boolean,
  now: Date,
): boolean {
  const longest = SESSION_SECONDS * 1_000;
  const idle = staff ? STAFF_IDLE_MS : longest;
  return now.getTime() - signedInAt >= longest || now.getTime() - usedAt >= idle;
}

/** The cookie names of Auth.js over https and over http. */
export const SESSION_COOKIES = ['__Secure-authjs.session-token', 'authjs.session-token'] as const;

/** Remove the session cookie; the session itself continues. */
export function clearSessionCookie(env: Env, response: Response, entity: BusinessEntity): void {
  const secure = isServedOverHttps(env, entity);
  response.clearCookie(SESSION_COOKIES[secure ? 0 : 1], {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
  });
}

/**
 * Set a fresh session cookie, as Auth.js would: after a switch, or for the session that changed its password.
 */
export async function setSessionCookie(env: Env, response: Response, claims: SessionClaims): Promise<void> {
  const secret = authSecret(env);
  const secure = isServedOverHttps(env, claims.entity);
  const name = SESSION_COOKIES[secure ? 0 : 1];
  const token = await encode({
    token: { ...claimsToSeal(claims) },
    secret,
    salt: name,
    maxAge: SESSION_SECONDS,
  });
  response.cookie(name, token, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: SESSION_SECONDS * 1000,
  });
}

const RENEWED_AFTER_MS = 30 * 60 * 1_000;

/** Report whether a session's cookie is old enough to be sealed again when the page reads its session. */
export const isRenewalDue = ({ usedAt = 0 }: SessionClaims, now: Date): boolean =>
  now.getTime() - usedAt >= RENEWED_AFTER_MS;

/**
 * Keep Auth.js from sealing the cookie again at every read: the response to a read just before a switch of
 * company or role would undo the switch.
 */
export function sendNoSessionCookie(res: Response): void {
  const append = res.append.bind(res);
  res.append = (field, value) =>
    field.toLowerCase() === 'set-cookie' && SESSION_COOKIES.some((name) => String(value).startsWith(name))
      ? res
      : append(field, value);
}
