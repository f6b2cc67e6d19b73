import { encode } from '@auth/core/jwt';
import type { Response } from 'express';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { Env } from '#sync-server/config/env.ts';
import { isServedOverHttps } from '#sync-server/config/public-urls.ts';
import { authSecret } from './auth-secret.ts';
import { claimsToSeal, type SessionClaims } from './session-claims.ts';
import { SESSION_SECONDS } from './session-limits.ts';

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
