import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';

const SAFE_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Takes the caller's request id when it is a plain one, so that a device's log and ours can be laid side by side. */
function requestId(request: IncomingMessage, response: ServerResponse): string {
  const requestedId = request.headers['x-request-id'];
  Object.assign(request, { startedAt: performance.now() });
  const id = typeof requestedId === 'string' && SAFE_ID.test(requestedId) ? requestedId : randomUUID();
  response.setHeader('X-Request-Id', id);
  return id;
}

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** Names the row of the table that answers a request; of its parameters only ids of records are written. */
export function nameRoute(request: object, route: string, params: Readonly<Record<string, unknown>>): void {
  const routePath = route.replace(/:(\w+)/g, (name, key) => {
    const value = String(params[key] ?? '');
    return ULID.test(value) ? value : name;
  });
  Object.assign(request, { routePath });
}

// A query may hold a searched name and a parameter a scanned code, so only the route is written.
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

/** One line a request: id, method, path, status, milliseconds, user id. No headers, bodies, queries or names. */
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
