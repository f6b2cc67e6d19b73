import { readFileSync } from 'node:fs';
import { Router } from 'express';
import { z } from 'zod';
import { readEntity, readHealth } from '#db/api/system.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { missingSecrets } from '#sync-server/config/installation.ts';
import { isAnswering } from '#sync-server/postgres/pool.ts';
import { type AppServices, routerRoute } from './api-route.ts';
import { serveCall } from './serve-call.ts';

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** The version of package.json, as the health route reports it. */
export const APP_VERSION = z.object({ version: z.string() }).parse(manifest).version;

const health = (services: AppServices): Router => {
  const router = Router();
  router.get('/', async (_request, response) => {
    const database = await isAnswering(services.pool);
    const problems = missingSecrets(services.env);
    const ok = database && problems.length === 0 && !services.stopping.aborted;
    const reason = problems.length === 0 ? {} : { reason: problems.join(' ') };
    response.status(ok ? 200 : 503).json({ ok, version: APP_VERSION, database, ...reason });
  });
  return router;
};

/** `GET /api/health`: open and served under any host name, because a load balancer calls it by address. */
export const healthRoute = routerRoute({
  path: '/api/health',
  access: 'open',
  ownCsrf: false,
  definitions: [readHealth],
  router: health,
});

/**
 * `GET /api/entity`: the business entity of this host and its branding, so that pages before sign-in show the
 * right name and logo.
 */
export const entityRoute = serveCall(readEntity, async ({ entity, services: { env } }) => {
  const { displayName, supportAddress, billingAddress } = ENTITY_PROFILE[entity];
  const file = `/entities/${entity.toLowerCase()}`;
  return {
    entity,
    siteVariant: env.SITE_VARIANT[entity],
    displayName,
    logo: { normal: `${file}.svg`, white: `${file}-white.svg` },
    supportAddress,
    billingAddress,
    cardPublicKey: env.CARD_PUBLIC_KEYS[entity],
  };
});
