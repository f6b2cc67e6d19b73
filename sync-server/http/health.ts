import { Router } from 'express';
import { readHealth } from '#db/api/system.ts';
import { missingSecrets } from '#sync-server/config/installation.ts';
import { APP_VERSION } from '#sync-server/config/version.ts';
import { isAnswering } from '#sync-server/postgres/pool.ts';
import { type AppServices, routerRoute } from './api-route.ts';

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
