import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';

const SAFE_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Use the caller's request id if it is plain, so that logs of devices and server can be matched. */
function requestId(request: IncomingMessage, response: ServerResponse): string {
  const requestedId = request.headers['x-request-id'];
  Object.assign(request, { startedAt: performance.now() });
  const id = typeof requestedId === 'string' && SAFE_ID.test(requestedId) ? requestedId : randomUUID();
  response.setHeader('X-Request-Id', id);
  return id;
}

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** Name the row that answers a request; only parameters that are record ids are logged. */
export function nameRoute(request: object, route: string, params: Readonly<Record<string, unknown>>): void {
  const routePath = route.replace(/:(\w+)/g, (name, key) => {
    const value = String(params[key] ?? '');
    return ULID.test(value) ? value : name;
  });
  Object.assign(request, { routePath });
}

// A query may contain a searched name and a parameter a scanned code, so only the route is logged.
const pathOf = (request: IncomingMessage & { originalUrl?: string }): string =>
  (request.originalUrl ?? request.url ?? '').split('?')[0] ?? '';

function lineOf(request: IncomingMessage, response: ServerResponse): object {
  const started = 'startedAt' in request ? Number(request.startedAt) : performance.now();
  return {
    requestId: request.id,
    method: request.method,
    path: 'routePath' in request ? request.routePath : pathOf(request),
    status: response.statusCode,
    ms: Math.round(performance.now() - started),
    userId: 'userId' in request ? request.userId : undefined,
  };
}

/**
 * Log one line per request: id, method, path, status, milliseconds, user id. No headers, bodies, queries or
 * names.
 */
export function requestLog(logger: Logger): HttpLogger {
  return pinoHttp({
    logger,
    genReqId: requestId,
    quietReqLogger: true,
    quietResLogger: true,
    customSuccessObject: lineOf,
    customErrorObject: (request, response) => lineOf(request, response),
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request failed',
    autoLogging: {
      ignore: (request) => !pathOf(request).startsWith('/api/') || pathOf(request) === '/api/health',
    },
  });
}
