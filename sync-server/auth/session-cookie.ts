import { encode } from '@auth/core/jwt';
import type { Response } from 'express';
import type { Env } from '#sync-server/config/env.ts';
import { isServedOverHttps } from '#sync-server/config/public-urls.ts';
import { authSecret } from './auth-secret.ts';
import { claimsToSeal, SESSION_SECONDS, type SessionClaims } from './session-claims.ts';

/** The names that Auth.js gives the cookie over https and over http. */
export const SESSION_COOKIES = ['__Secure-authjs.session-token', 'authjs.session-token'] as const;

/** Answers with a fresh session cookie, as Auth.js would: after a switch, or for the session that changed its password. */
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
