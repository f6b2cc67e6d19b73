import type { IncomingMessage } from 'node:http';
import { entityOfHost } from '#sync-server/config/entity-hosts.ts';
import { type ApiRoute, type AppServices, routerRoute } from '#sync-server/http/api-route.ts';
import type { ReadSession } from '#sync-server/http/session.ts';
import { approvalLinkRoutes } from '#sync-server/services/ordering/approval-link-routes.ts';
import { accountRoutes } from './account-routes.ts';
import { authRouter } from './auth-router.ts';
import { authSecret } from './auth-secret.ts';
import { handOverPhotoRoute, handOverRoute } from './hand-over-route.ts';
import { parkedSessionRoutes } from './parked-sessions.ts';
import { pinRoutes } from './pin-routes.ts';
import { readSession, type SessionServices } from './read-session.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { sessionIdOf } from './session-claims.ts';
import { switchRoutes } from './switch-routes.ts';

/** Read the sender of a request from its session cookie, for the entity of its host. */
export function sessionReader(services: SessionServices & Pick<AppServices, 'env'>): ReadSession {
  return async (request: IncomingMessage) => {
    const entity = entityOfHost(request.headers.host, services.env.ENTITY_HOSTS);
    const open = await readSession(services, request.headers.cookie, entity);
    if (!open) return null;
    const { id, userCompanyId, companyId, role, name, email, isSuperAdmin, permissions } = open.user;
    const person = { userId: id, userCompanyId, companyId, role, entity, name, email };
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
