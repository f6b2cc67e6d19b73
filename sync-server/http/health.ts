import { Router } from 'express';
import { APP_VERSION } from '#sync-server/config/version.ts';
import { isAnswering } from '#sync-server/postgres/pool.ts';
import { type AppServices, routerRoute } from './api-route.ts';

const health = (services: AppServices): Router => {
  const router = Router();
  router.get('/', async (_request, response) => {
    const database = await isAnswering(services.pool);
    const ok = database && !services.stopping.aborted;
    response.status(ok ? 200 : 503).json({ ok, version: APP_VERSION, database });
  });
  return router;
};

/** `GET /api/health`: open and asked under any host name, since a balancer asks by address. */
export const healthRoute = routerRoute({
  path: '/api/health',
  access: 'open',
  ownCsrf: false,
  router: health,
});
