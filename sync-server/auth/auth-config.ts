import type { ExpressAuthConfig } from '@auth/express';
import Credentials from '@auth/express/providers/credentials';
import type { Logger } from 'pino';
import { labServing } from '#db/access/lab.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { LinkToken } from '#db/identity/account-forms.ts';
import { isServedOverHttps } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { SignInRequest } from './account-log.ts';
import { googleProvider, hasGoogle, isGoogleSignUp, signInWithGoogle, signUpWithGoogle } from './google.ts';
import { isRemembered } from './second-factor/remembered-browsers.ts';
import { loadSession } from './sessions/read-session.ts';
import { claimsToSeal, currentClaims, SessionClaims } from './sessions/session-claims.ts';
import { SESSION_SECONDS } from './sessions/session-cookie.ts';
import { signInWithLink, signInWithPassword } from './sign-in.ts';
import { ERROR_PAGE, SIGN_IN_PAGE, signInErrorCode } from './sign-in-pages.ts';

/** What auth needs from the server. */
export interface AuthServices extends Pick<AppServices, 'pool' | 'env' | 'now'> {
  logger: Logger;
  secret: string;
}

/**
 * Configure Auth.js for one request: the host determines the entity, so a cookie of one entity is invalid in
 * the other, and log lines name the request's origin. The cookies show whether the browser is remembered and
 * whether the person came to Google from the create-account page.
 */
export function authConfig(
  services: AuthServices,
  from: SignInRequest,
  cookieHeader: string | undefined,
): ExpressAuthConfig {
  const { env } = services;
  const signingUp = isGoogleSignUp(cookieHeader);
  return {
    secret: services.secret,
    trustHost: true,
    useSecureCookies: isServedOverHttps(env, from.entity),
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: SIGN_IN_PAGE, error: ERROR_PAGE },
    providers: [
      passwordProvider(services, from),
      linkProvider(services, from),
      ...(hasGoogle(env) ? [googleProvider(env)] : []),
    ],
    callbacks: {
      ...sessionCallbacks(services, from, cookieHeader),
      signIn: authorizeSignIn(services, from, signingUp),
    },
    logger: {
      error: (error) => services.logger.warn({ code: signInErrorCode(error.name) }, 'sign-in failed'),
      warn: (code) => services.logger.debug({ code }, 'auth warning'),
      debug: () => undefined,
    },
  };
}

type Callbacks = NonNullable<ExpressAuthConfig['callbacks']>;

function sessionCallbacks(
  { pool, env, now }: AuthServices,
  { entity }: SignInRequest,
  cookieHeader: string | undefined,
): Required<Pick<Callbacks, 'jwt' | 'session'>> {
  return {
    async jwt({ token, user }) {
      if (user) {
        const newClaims = await currentClaims(pool, membershipOf(user), now());
        if (!newClaims) return null;
        const remembered = await isRemembered(pool, newClaims.sub, cookieHeader, now());
        return { ...claimsToSeal(newClaims), ...(remembered ? { secondFactorAt: now().getTime() } : {}) };
      }
      // Read at each request, so that a deactivation or a new password signs the person out at the next one.
      // Data that a client sends with a session update is ignored.
      const claims = SessionClaims.safeParse(token);
      if (!claims.success) return null;
      const loaded = await loadSession(pool, claims.data, entity, now());
      return loaded ? { ...claimsToSeal(claims.data), usedAt: now().getTime() } : null;
    },
    async session({ session, token }) {
      const loaded = await loadSession(pool, SessionClaims.parse(token), entity, now());
      if (loaded?.stage !== 'OPEN') throw new AppError('UNAUTHENTICATED', MESSAGES.signInFirst);
      const { signedInAt } = SessionClaims.parse(token);
      const began = signedInAt === undefined ? {} : { signedInAt: new Date(signedInAt).toISOString() };
      return Object.assign(session, loaded, began, {
        entity,
        lab: labServing(env.LAB_SERVES, entity),
        siteVariant: env.SITE_VARIANT[entity],
        labTimezone: env.LAB_TIMEZONE,
      });
    },
  };
}

const membershipOf = (user: object): string =>
  'userCompanyId' in user && typeof user.userCompanyId === 'string' ? user.userCompanyId : '';

/** Password and link are already checked; a person from Google needs an account of their own. */
const authorizeSignIn =
  (services: AuthServices, from: SignInRequest, signingUp: boolean): NonNullable<Callbacks['signIn']> =>
  async ({ account, profile, user }) => {
    if (account?.provider !== 'google') return true;
    const userCompanyId = await signInWithGoogle(services, profile, from);
    if (userCompanyId === null) {
      const page = signingUp ? await signUpWithGoogle(services.secret, profile, from) : null;
      return page ?? `${ERROR_PAGE}?error=OAuthAccountNotLinked`;
    }
    // Auth.js passes the same object to `jwt`.
    Object.assign(user, { userCompanyId });
    return true;
  };

const passwordProvider = (services: AuthServices, from: SignInRequest) =>
  Credentials({
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    authorize: (input) => signInWithPassword(services.pool, input, from),
  });

/** Build the second step of sign-in by email: the page of the link posts its token to `callback/email`. */
const linkProvider = (services: AuthServices, from: SignInRequest) =>
  Credentials({
    id: 'email',
    name: 'Email',
    credentials: { token: { type: 'text' } },
    authorize: async (input) => {
      const token = LinkToken.safeParse(input['token']);
      return token.success ? signInWithLink(services, token.data, from) : null;
    },
  });
