import type { ExpressAuthConfig } from '@auth/express';
import Credentials from '@auth/express/providers/credentials';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { SiteVariant } from '#db/access/menus.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { loadSession } from './load-session.ts';
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

/** A week of use; an offline device has its own, shorter limit. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;

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
        if (user) return { sub: user.id ?? '', userCompanyId: membershipOf(user), entity };
        // The membership is read each time: a deactivated person is signed out at the next request.
        const membership = typeof token['userCompanyId'] === 'string' ? token['userCompanyId'] : '';
        const active = token['entity'] === entity && (await loadSession(services.pool, membership, entity));
        return active ? token : null;
      },
      async session({ session, token }) {
        const loaded = await loadSession(services.pool, String(token['userCompanyId']), entity);
        if (!loaded) throw new AppError('UNAUTHENTICATED', MESSAGES.signInFirst);
        return Object.assign(session, loaded, { entity, siteVariant: services.siteVariant(entity) });
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
