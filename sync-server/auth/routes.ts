import type { IncomingMessage } from 'node:http';
import type { Pool } from 'pg';
import { z } from 'zod';
import { type EntityHosts, entityOfHost } from '#sync-server/config/entity-hosts.ts';
import { type ApiRoute, type AppServices, jsonRoute, routerRoute } from '#sync-server/http/api-route.ts';
import type { ReadSession } from '#sync-server/http/session.ts';
import { approvalLinkRoutes } from '#sync-server/services/ordering/approval-link-routes.ts';
import { accountRoutes } from './account-routes.ts';
import { authRouter } from './auth-router.ts';
import { authSecret } from './auth-secret.ts';
import { handOverPhotoRoute, handOverRoute } from './hand-over-route.ts';
import { pinRoutes } from './pin-routes.ts';
import { readSession } from './read-session.ts';
import { switchRoutes } from './switch-routes.ts';

/** Reads who sent a request from its session cookie, for the entity of its host. */
export function sessionReader(pool: Pool, secret: string, hosts: EntityHosts): ReadSession {
  return async (request: IncomingMessage) => {
    const entity = entityOfHost(request.headers.host, hosts);
    const open = await readSession({ pool, secret }, request.headers.cookie, entity);
    if (!open) return null;
    const { id, userCompanyId, companyId, role, name, email, isSuperAdmin, permissions } = open.user;
    const person = { userId: id, userCompanyId, companyId, role, entity, name, email };
    const actedAs = isSuperAdmin && open.claims.actedAs ? { actedAs: open.claims.actedAs } : {};
    return { ...person, isSuperAdmin, permissions, ...actedAs };
  };
}

const ClientEvent = z.strictObject({ code: z.string().max(100), message: z.string().max(500).optional() });

/** The rows of `/api/auth`; the router comes last because it answers everything below its path. */
export const authRoutes: readonly ApiRoute[] = [
  ...accountRoutes,
  ...switchRoutes,
  handOverRoute,
  handOverPhotoRoute,
  ...approvalLinkRoutes,
  ...pinRoutes,
  jsonRoute({
    method: 'post',
    path: '/api/auth/_log',
    access: 'open',
    body: ClientEvent,
    handler: async ({ logger, body }) => {
      logger.warn({ code: body.code }, 'client auth event');
      return { ok: true };
    },
  }),
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
