import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { AppError } from '#db/errors/app-error.ts';
import { entityOfHost } from './config/entity-addresses.ts';
import { logRefusals } from './http/access-refusals.ts';
import type { ApiRoute, AppServices } from './http/api-route.ts';
import { csrfProtection } from './http/csrf.ts';
import { errorHandler, knownError, unknownApiPath } from './http/error-handler.ts';
import { formPaths, mountRoutes } from './http/mount-routes.ts';
import { isParsedJson, limitBodyDepth, refuseUnstorableText } from './http/request-bodies.ts';
import { endSlowBodies, limitRequests, type RequestLimits } from './http/request-limits.ts';
import { requestLog } from './http/request-log.ts';
import { noStore, permissionsPolicy, securityHeaders, strictTransport } from './http/security-headers.ts';
import { staticApp } from './http/static-app.ts';

/** Report whether a browser asks for a page, rather than a program for data. */
const isPageRequest = (request: Request): boolean =>
  request.method === 'GET' &&
  !request.path.startsWith('/api/') &&
  request.accepts(['json', 'html']) === 'html';

/**
 * Send a page saying that this host is not served; false if no page was requested. The host is not repeated.
 */
function sendHostErrorPage(request: Request, response: Response, problem: AppError): boolean {
  if (!isPageRequest(request)) return false;
  response
    .status(problem.status)
    .type('html')
    .setHeader('Cache-Control', 'no-store')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${problem.message}</title><h1>${problem.message}</h1><p>The laboratory is not reached under this address. Check the address, or use the link in an email from the laboratory.</p></html>`,
    );
  return true;
}

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
