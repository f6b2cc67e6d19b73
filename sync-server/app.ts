import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { entityOfHost } from '#sync-server/config/entity-hosts.ts';
import { logRefusals } from '#sync-server/http/access-refusals.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { csrfProtection } from '#sync-server/http/csrf.ts';
import { limitBodyDepth } from '#sync-server/http/deep-body.ts';
import { errorHandler, knownError, unknownApiPath } from '#sync-server/http/error-handler.ts';
import { sendHostErrorPage } from '#sync-server/http/host-page.ts';
import { formPaths, mountRoutes } from '#sync-server/http/mount-routes.ts';
import { isParsedJson } from '#sync-server/http/raw-body.ts';
import { limitRequests, type RequestLimits } from '#sync-server/http/request-limits.ts';
import { requestLog } from '#sync-server/http/request-log.ts';
import {
  noStore,
  permissionsPolicy,
  securityHeaders,
  strictTransport,
} from '#sync-server/http/security-headers.ts';
import { endSlowBodies } from '#sync-server/http/slow-bodies.ts';
import { staticApp } from '#sync-server/http/static-app.ts';
import { refuseUnstorableText } from '#sync-server/http/unstorable-text.ts';

const BODY_LIMIT = '1mb';

/**
 * Report whether a response may be compressed; event streams may not, because a compressor would delay their
 * pokes.
 */
const isCompressible = (request: Request, response: Response): boolean =>
  !String(response.getHeader('Content-Type') ?? '').startsWith('text/event-stream') &&
  compression.filter(request, response);

const knownHost =
  (services: AppServices): RequestHandler =>
  (request, response, next) => {
    try {
      if (request.path !== '/api/health') entityOfHost(request.get('host'), services.env.ENTITY_HOSTS);
    } catch (error) {
      const problem = knownError(error);
      if (problem && sendHostErrorPage(request, response, problem)) return;
      throw error;
    }
    next();
  };

/** Build the Express application; the order of the lines is the order of the middleware. */
export function createApp(
  services: AppServices,
  options: {
    routes: readonly ApiRoute[];
    dist: string;
    /** Request limits, if they differ from the default. */
    limits?: RequestLimits;
    slowBodyMs?: number;
  },
): Express {
  const { logger, env } = services;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', env.TRUST_PROXY === '1' ? 1 : false);
  app.use(requestLog(logger));
  app.use(securityHeaders({ stripe: env.STRIPE_SECRET_KEY !== undefined }), permissionsPolicy);
  app.use(strictTransport(env));
  app.use(knownHost(services));
  app.use(compression({ filter: isCompressible }));
  app.use('/api', noStore, limitRequests(options.limits), endSlowBodies(options.slowBodyMs));
  const takesForm = formPaths(options.routes);
  app.use(csrfProtection(takesForm));
  app.use(express.json({ limit: BODY_LIMIT, type: isParsedJson }));
  app.use(
    express.urlencoded({ limit: '64kb', extended: false, type: (request) => isForm(request, takesForm) }),
  );
  app.use(limitBodyDepth, refuseUnstorableText);
  app.use(mountRoutes(options.routes, services));
  app.use('/api', unknownApiPath);
  app.use(staticApp(options.dist));
  app.use(logRefusals(services));
  app.use(errorHandler(logger));
  return app;
}

function isForm(
  request: { url?: string | undefined; headers: object },
  takesForm: (path: string) => boolean,
): boolean {
  const type = 'content-type' in request.headers ? String(request.headers['content-type']) : '';
  return (
    type.startsWith('application/x-www-form-urlencoded') && takesForm((request.url ?? '').split('?')[0] ?? '')
  );
}
