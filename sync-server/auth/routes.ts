import type { IncomingMessage } from 'node:http';
import type { Pool } from 'pg';
import { z } from 'zod';
import { type EntityHosts, entityOfHost } from '#sync-server/config/entity-hosts.ts';
import { type ApiRoute, type AppServices, jsonRoute, routerRoute } from '#sync-server/http/api-route.ts';
import type { ReadSession } from '#sync-server/http/session.ts';
import { approvalLinkRoutes } from '#sync-server/services/ordering/approval-link-routes.ts';
import { accountRoutes, passwordLimits } from './account-routes.ts';
import { countAttempt, forgiveAttempt, type Limit } from './attempts.ts';
import { authRouter } from './auth-router.ts';
import { authSecret } from './auth-secret.ts';
import { handOverRoute } from './hand-over-route.ts';
import { CheckPin, checkPin, RegisterKey, registerSigningKey, SetPin, setPin } from './pin.ts';
import { readSession } from './read-session.ts';
import { ReviewPin, reviewWithPin } from './review-pin.ts';
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

/** One person trying the PINs of colleagues, each of whose own count would not show it. */
const reviewLimits = (userId: string): readonly Limit[] => [
  { key: `review-pin|${userId}`, limit: 10, minutes: 15 },
];

const ClientEvent = z.strictObject({ code: z.string().max(100), message: z.string().max(500).optional() });

/** The rows of `/api/auth`; the router comes last because it answers everything below its path. */
export const authRoutes: readonly ApiRoute[] = [
  ...accountRoutes,
  ...switchRoutes,
  handOverRoute,
  ...approvalLinkRoutes,
  jsonRoute({
    method: 'post',
    path: '/api/auth/pin',
    access: 'auth/pin:create',
    body: CheckPin,
    handler: async ({ services, session, body }) => {
      await checkPin(services.pool, session, body.pin);
      return { ok: true };
    },
  }),
  jsonRoute({
    method: 'put',
    path: '/api/auth/pin',
    access: 'auth/pin:update',
    body: SetPin,
    handler: async ({ services, session, body }) => {
      const { pool, now } = services;
      const limits = passwordLimits(session.userId);
      await countAttempt(pool, now(), limits);
      await setPin(services, session, body);
      await forgiveAttempt(pool, limits);
      return { ok: true };
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/auth/pin/key',
    access: 'auth/pin:create',
    body: RegisterKey,
    handler: async ({ services, session, body }) => {
      await registerSigningKey(services.pool, session, body);
      return { ok: true };
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/auth/pin/review',
    access: 'auth/pin:create',
    body: ReviewPin,
    handler: async ({ services, session, body }) => {
      const { pool, now } = services;
      const limits = reviewLimits(session.userId);
      await countAttempt(pool, now(), limits);
      const proof = await reviewWithPin(pool, session, body);
      await forgiveAttempt(pool, limits);
      return { proof };
    },
  }),
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
