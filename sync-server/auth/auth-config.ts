import type { ExpressAuthConfig } from '@auth/express';
import Credentials from '@auth/express/providers/credentials';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { SiteVariant } from '#db/access/menus.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { loadSession } from './load-session.ts';
import { currentClaims, SESSION_SECONDS, SessionClaims } from './session-claims.ts';
import { signInWithPassword } from './sign-in.ts';
import { signInErrorCode } from './sign-in-errors.ts';

/** What the auth surface needs of the server. */
export interface AuthServices {
  pool: Pool;
  logger: Logger;
  secret: string;
  entityOfHost(host: string | undefined): BusinessEntity;
  siteVariant(entity: BusinessEntity): SiteVariant;
}

/** Auth.js for one entity: the host decided which, so a cookie of one entity is nothing to the other. */
export function authConfig(services: AuthServices, entity: BusinessEntity): ExpressAuthConfig {
  return {
    secret: services.secret,
    trustHost: true,
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    providers: [passwordProvider(services, entity)],
    callbacks: {
      async jwt({ token, user }) {
        if (user) {
          const begun = await currentClaims(services.pool, membershipOf(user));
          return begun ? { ...begun, signedInAt: Date.now() } : null;
        }
        // Read each time: whoever is deactivated or has a new password is signed out at the next request. What a
        // client sends with a session update is not looked at.
        const claims = SessionClaims.safeParse(token);
        if (!claims.success) return null;
        return (await loadSession(services.pool, claims.data, entity)) ? { ...claims.data } : null;
      },
      async session({ session, token }) {
        const loaded = await loadSession(services.pool, SessionClaims.parse(token), entity);
        if (!loaded) throw new AppError('UNAUTHENTICATED', MESSAGES.signInFirst);
        const { signedInAt } = token;
        return Object.assign(session, loaded, {
          entity,
          siteVariant: services.siteVariant(entity),
          ...(typeof signedInAt === 'number' ? { signedInAt: new Date(signedInAt).toISOString() } : {}),
        });
      },
    },
    logger: {
      error: (error) => services.logger.warn({ code: signInErrorCode(error.name) }, 'sign-in failed'),
      warn: (code) => services.logger.debug({ code }, 'auth warning'),
      debug: () => undefined,
    },
  };
}

const membershipOf = (user: object): string =>
  'userCompanyId' in user && typeof user.userCompanyId === 'string' ? user.userCompanyId : '';

function passwordProvider(services: AuthServices, entity: BusinessEntity) {
  return Credentials({
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    authorize: (input, request) =>
      signInWithPassword(services.pool, input, {
        entity,
        ip: request.headers.get('x-client-address') ?? '',
        userAgent: request.headers.get('user-agent') ?? '',
      }),
  });
}
