import type { IncomingMessage } from 'node:http';
import { labServing } from '#db/access/lab.ts';
import * as calls from '#db/api/identity/sessions.ts';
import { entityOfHost } from '#sync-server/config/entity-addresses.ts';
import { type ApiRoute, type AppServices, routerRoute } from '#sync-server/http/api-route.ts';
import type { ReadSession } from '#sync-server/http/session.ts';
import { approvalLinkRoutes } from '#sync-server/services/ordering/approvals/approval-link.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { authRouter } from './auth-router.ts';
import { authSecret } from './auth-secret.ts';
import { handOverPhotoRoute, handOverRoute } from './hand-over-route.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { parkedSessionRoutes } from './sessions/parked-sessions.ts';
import { readSession, type SessionServices } from './sessions/read-session.ts';
import { sessionIdOf } from './sessions/session-claims.ts';
import { switchRoutes } from './sessions/switch-routes.ts';
import { pinRoutes } from './signing/pin-routes.ts';

/** Read the sender of a request from its session cookie, for the entity of its host. */
export function sessionReader(services: SessionServices & Pick<AppServices, 'env'>): ReadSession {
  return async (request: IncomingMessage) => {
    const entity = entityOfHost(request.headers.host, services.env.ENTITY_HOSTS);
    const open = await readSession(services, request.headers.cookie, entity);
    if (!open) return null;
    const { id, userCompanyId, companyId, role, name, email, isSuperAdmin, permissions } = open.user;
    const lab = labServing(services.env.LAB_SERVES, entity);
    const person = { userId: id, userCompanyId, companyId, role, entity, lab, name, email };
    const sessionId = sessionIdOf(open.claims);
    const actedAs = isSuperAdmin && open.claims.actedAs ? { actedAs: open.claims.actedAs } : {};
    const { signedInAt } = open.claims;
    return {
      ...person,
      isSuperAdmin,
      permissions,
      ...actedAs,
      ...(sessionId ? { sessionId } : {}),
      ...(signedInAt === undefined ? {} : { signedInAt }),
    };
  };
}

/** The rows of `/api/auth`; the router is last because it answers everything below its path. */
export const authRoutes: readonly ApiRoute[] = [
  ...accountRoutes,
  ...secondFactorRoutes,
  ...switchRoutes,
  handOverRoute,
  handOverPhotoRoute,
  ...approvalLinkRoutes,
  ...pinRoutes,
  ...parkedSessionRoutes,
  routerRoute({
    path: '/api/auth',
    access: 'open',
    ownCsrf: true,
    definitions: [
      calls.readSession,
      calls.readCsrfToken,
      calls.listSignInProviders,
      calls.signInWithPassword,
      calls.sendSignInLink,
      calls.signInWithLink,
      calls.startGoogleSignIn,
      calls.finishGoogleSignIn,
      calls.signOut,
      calls.logClientEvent,
    ],
    router: (services: AppServices) =>
      authRouter({
        pool: services.pool,
        logger: services.logger,
        secret: authSecret(services.env),
        env: services.env,
        now: services.now,
      }),
  }),
];
