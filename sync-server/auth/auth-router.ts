import { createHash, timingSafeEqual } from 'node:crypto';
import { Auth, skipCSRFCheck } from '@auth/core';
import { ExpressAuth } from '@auth/express';
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { EmailAddress } from '#db/values/email-address.ts';
import { entityOfHost } from '#sync-server/config/entity-addresses.ts';
import { readSignInRequest, type SignInRequest } from './account-log.ts';
import { LINKS } from './accounts/links.ts';
import { countAttempt, type Limit } from './attempts.ts';
import { type AuthServices, authConfig } from './auth-config.ts';
import { hasGoogle } from './google.ts';
import { deactivatedPerson } from './hand-over-route.ts';
import { endSession } from './sessions/end-session.ts';
import { readSignIn } from './sessions/read-session.ts';
import { isRenewalDue, sendNoSessionCookie } from './sessions/session-cookie.ts';
import { linkLimits, sendSignInLink, signInLimits, slowAddress } from './sign-in.ts';
import { ERROR_PAGE, errorPage, SIGN_IN_PAGE, SIGN_OUT_PAGE, safeRedirectPath } from './sign-in-pages.ts';

const COOKIES = ['__Host-authjs.csrf-token', 'authjs.csrf-token'];

const cookieOf = (header: string, name: string): string | undefined => {
  const part = header.split(';').find((pair) => pair.trim().startsWith(`${name}=`));
  if (part === undefined) return undefined;
  try {
    return decodeURIComponent(part.trim().slice(name.length + 1));
  } catch {
    return undefined;
  }
};

const equal = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * Report whether this is the token of `GET /api/auth/csrf`, whose cookie Auth.js has sealed with our secret.
 */
function isCsrfToken(cookieHeader: string | undefined, token: unknown, secret: string): boolean {
  if (!cookieHeader || typeof token !== 'string') return false;
  return COOKIES.some((name) => {
    const [own = '', seal = ''] = (cookieOf(cookieHeader, name) ?? '').split('|');
    const expected = createHash('sha256').update(`${own}${secret}`).digest('hex');
    return own !== '' && equal(own, token) && equal(seal, expected);
  });
}

/**
 * `GET /api/auth/google?route=`: redirects to Google, and afterwards to `route`, a path of our own. It is a
 * plain link without a CSRF token; the cookies of state, nonce and PKCE bind the response to this browser.
 */
async function startGoogle(
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

/** Mount the `/api/auth` surface: session, csrf, providers, callback, signin, signout, error, google. Mount at `/api/auth`. */
export function authRouter(services: AuthServices): Router {
  const fromOf = (req: Request): SignInRequest =>
    readSignInRequest(req, entityOfHost(req.headers.host, services.env.ENTITY_HOSTS));
  const router = Router();
  router.use(answerInJson);
  router.get('/providers', (req, res) => void res.json(providersAt(originOf(req), hasGoogle(services.env))));
  router.use('/session', keepForHandOver(services, fromOf));
  router.get('/error', (req, res) => res.redirect(errorPage(req.query['error'])));
  router.get('/google', (req, res) => startGoogle(services, fromOf(req), req, res));
  router.get('/signin/:provider', (_req, res) => res.redirect(SIGN_IN_PAGE));
  router.post('/signin/email', (req, res) => startLink(services, fromOf(req), req, res));
  router.post('/signin/:provider', (req, res, next) => {
    // An unknown provider redirects to the sign-in page, which shows the known ones (specification 7).
    if (req.params.provider === 'google' && hasGoogle(services.env)) return next();
    res.json({ url: `${originOf(req)}${SIGN_IN_PAGE}` });
  });
  // Auth.js would render its own pages.
  router.get('/signout', (_req, res) => res.redirect(SIGN_OUT_PAGE));
  router.get('/verify-request', (_req, res) => res.redirect(`${LINKS.EMAIL_SIGN_IN.page}?sent=1`));
  router.post('/signout', endPreviousSession(services, fromOf));
  router.post(
    '/callback/credentials',
    countGuess(services, (req) => signInLimits(accountOf(req.body), fromOf(req))),
    async (req, _res, next) => {
      await slowAddress(services.pool, services.now(), fromOf(req));
      next();
    },
  );
  router.post(
    '/callback/email',
    countGuess(services, (req) => linkLimits(fromOf(req))),
  );
  router.post('/_log', logClientEvent(services, fromOf));
  router.use(rejectUnknownPath);
  router.use((req, res, next) =>
    ExpressAuth(authConfig(services, fromOf(req), req.headers.cookie))(req, res, next),
  );
  return router;
}

/**
 * The session of a deactivated person has ended, but its cookie must stay although Auth.js would clear it:
 * the handheld needs it to hand over unsent work.
 */
const keepForHandOver =
  (services: AuthServices, fromOf: (req: Request) => SignInRequest): RequestHandler =>
  async (req, res, next) => {
    const { cookie } = req.headers;
    const { entity } = fromOf(req);
    const open = cookie ? await readSignIn(services, cookie, entity) : undefined;
    // A sign-in without its second factor keeps its cookie and is not a session yet.
    if (open && open.stage !== 'OPEN') return void res.json(null);
    // An idle page polls by itself, which does not count as use of the session.
    const isIdle = req.query['idle'] !== undefined;
    if (open && (isIdle || !isRenewalDue(open.claims, services.now()))) sendNoSessionCookie(res);
    if (!cookie || open) return next();
    if (await deactivatedPerson(services, cookie, entity)) return void res.json(null);
    next();
  };

/**
 * End the session before Auth.js clears the cookie: if the database is unavailable, the person sees an error
 * and no valid session remains unnoticed. The token is the one that Auth.js requires.
 */
const endPreviousSession =
  (services: AuthServices, fromOf: (req: Request) => SignInRequest): RequestHandler =>
  async (req, _res, next) => {
    const { cookie } = req.headers;
    const body: unknown = req.body;
    const token = typeof body === 'object' && body !== null && 'csrfToken' in body ? body.csrfToken : null;
    if (cookie && isCsrfToken(cookie, token, services.secret))
      await endSession(services, cookie, fromOf(req));
    next();
  };

// Other fields from a client may contain a token or an address, so only these two are read.
const ClientEvent = z.object({
  code: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .catch('UNREADABLE'),
  level: z.enum(['error', 'warn', 'debug', 'info']).catch('error'),
});

/** `POST /api/auth/_log`: a browser error as a form or JSON, as clients of Auth.js send it. */
const logClientEvent =
  (services: AuthServices, fromOf: (req: Request) => SignInRequest): RequestHandler =>
  async (req, res) => {
    const key = `client-event|${fromOf(req).ip}`;
    await countAttempt(services.pool, services.now(), [{ key, limit: 300, minutes: 15 }]);
    const event = ClientEvent.parse(typeof req.body === 'object' && req.body !== null ? req.body : {});
    services.logger.warn(event, 'client auth event');
    res.json({ ok: true });
  };

/** Paths that Auth.js handles: the first part of a path, by method. */
const SURFACE: Readonly<Record<string, readonly string[]>> = {
  GET: ['csrf', 'session', 'signin', 'signout', 'callback', 'verify-request'],
  POST: ['session', 'signin', 'signout', 'callback'],
};
const WITH_PROVIDER = ['signin', 'callback'];

/** Auth.js answers an unknown path with bare text; this sends the usual error instead. */
const rejectUnknownPath: RequestHandler = (req, _res, next) => {
  const [action = '', provider, ...rest] = req.path.split('/').slice(1);
  const known = SURFACE[req.method === 'HEAD' ? 'GET' : req.method]?.includes(action) ?? false;
  if (!known || rest.length > 0 || (provider !== undefined && !WITH_PROVIDER.includes(action)))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
  next();
};

/** Return scheme and host of a request, whose host is already validated. */
const originOf = (req: Request): string => `${req.protocol}://${req.get('host')}`;

// Version 4 clients post json=true and expect {"url"}; Auth.js 5 requires a header (reference: libraries
// 3.1).
function answerInJson(req: Request, _res: Response, next: NextFunction): void {
  if (req.method === 'POST') req.headers['x-auth-return-redirect'] = '1';
  next();
}

/** List the sign-in providers in the version 4 format; Google only if configured. */
function providersAt(origin: string, google: boolean) {
  const of = (id: string, name: string, type: string) => ({
    id,
    name,
    type,
    signinUrl: `${origin}/api/auth/signin/${id}`,
    callbackUrl: `${origin}/api/auth/callback/${id}`,
  });
  return {
    credentials: of('credentials', 'Credentials', 'credentials'),
    email: of('email', 'Email', 'email'),
    ...(google ? { google: of('google', 'Google', 'oauth') } : {}),
  };
}

/**
 * Count an attempt before the check, so that parallel requests cannot bypass the limit; a success takes it
 * back.
 */
const countGuess =
  (services: AuthServices, limitsOf: (req: Request) => readonly Limit[]): RequestHandler =>
  async (req, _res, next) => {
    await countAttempt(services.pool, services.now(), limitsOf(req));
    next();
  };

const accountOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'email' in body
    ? String(body.email).trim().toLowerCase().slice(0, 320)
    : '';

const SignInLinkRequest = z.object({
  email: EmailAddress,
  csrfToken: z.string(),
  callbackUrl: z.string().default('/'),
});

/**
 * `POST /api/auth/signin/email`: responds before the work, so neither text nor time reveals a known address.
 */
async function startLink(
  services: AuthServices,
  from: SignInRequest,
  req: Request,
  res: Response,
): Promise<void> {
  const linkRequest = SignInLinkRequest.safeParse(req.body);
  if (!isCsrfToken(req.headers.cookie, linkRequest.data?.csrfToken, services.secret))
    return void res.json({ url: `${originOf(req)}${SIGN_IN_PAGE}?error=MissingCSRF` });
  if (!linkRequest.success)
    return void res.json({ url: `${originOf(req)}${SIGN_IN_PAGE}?error=EmailSignin` });
  const { email, callbackUrl } = linkRequest.data;
  await countAttempt(services.pool, services.now(), [
    { key: `sign-in-link|${from.entity}|${from.ip}`, limit: 30, minutes: 60 },
    { key: `sign-in-link|${from.entity}|to|${email}`, limit: 10, minutes: 60 },
  ]);
  const next = safeRedirectPath(callbackUrl, originOf(req));
  res.json({ url: `${originOf(req)}${LINKS.EMAIL_SIGN_IN.page}?sent=1` });
  await sendSignInLink(services, from.entity, email, next).catch((error: unknown) =>
    services.logger.error({ err: error }, 'a sign-in link was not sent'),
  );
}
