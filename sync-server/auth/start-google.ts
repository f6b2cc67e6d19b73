import { Auth, skipCSRFCheck } from '@auth/core';
import type { Request, Response } from 'express';
import { type AuthServices, authConfig } from './auth-config.ts';
import { hasGoogle } from './google.ts';
import { safeRedirectPath } from './safe-redirect-path.ts';
import { ERROR_PAGE, SIGN_IN_PAGE } from './sign-in-errors.ts';
import type { SignInRequest } from './sign-in-request.ts';

/**
 * `GET /api/auth/google?route=`: redirects to Google, and afterwards to `route`, a path of our own. It is a
 * plain link without a CSRF token; the cookies of state, nonce and PKCE bind the response to this browser.
 */
export async function startGoogle(
  services: AuthServices,
  from: SignInRequest,
  req: Request,
  res: Response,
): Promise<void> {
  if (!hasGoogle(services.env)) return res.redirect(SIGN_IN_PAGE);
  const origin = `${req.protocol}://${req.get('host')}`;
  const callbackUrl = safeRedirectPath(req.query['route'], origin);
  const answer = await Auth(
    new Request(`${origin}/api/auth/signin/google`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: req.headers.cookie ?? '',
      },
      body: new URLSearchParams({ callbackUrl }),
    }),
    { ...authConfig(services, from, req.headers.cookie), basePath: '/api/auth', skipCSRFCheck },
  );
  for (const cookie of answer.headers.getSetCookie()) res.append('Set-Cookie', cookie);
  res.redirect(answer.headers.get('location') ?? `${ERROR_PAGE}?error=Configuration`);
}
