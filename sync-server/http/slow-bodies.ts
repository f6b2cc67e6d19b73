import type { Request, RequestHandler } from 'express';
import { AppError } from '#db/errors/app-error.ts';
import { errorBody } from './error-handler.ts';

/** Time limits of a body: for a whole JSON body, and for each chunk of an uploaded file. */
export const SLOW_BODY_MS = 30_000;

/** A file may take any time as long as it arrives at one kilobyte per second. */
const MIN_BYTES_PER_MS = 1;

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Report whether a body is JSON or a form: at most one megabyte, held in memory until complete. */
const isSmall = ({ headers }: Request): boolean =>
  /^application\/(json|x-www-form-urlencoded)/i.test(headers['content-type'] ?? '');

/**
 * End requests whose body arrives too slowly, because each holds a connection and a few thousand hold them
 * all.
 */
export function endSlowBodies(limitMs: number = SLOW_BODY_MS): RequestHandler {
  const timeoutError = new AppError(
    'TIMEOUT',
    `The request did not arrive within ${Math.ceil(limitMs / 1_000)} seconds. Check the connection and send it again.`,
  );
  return (request, response, next) => {
    if (!hasBody(request)) return next();
    const { socket } = request;
    let arrived = socket.bytesRead;
    const timer = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(timer);
      const isFast = socket.bytesRead - arrived >= limitMs * MIN_BYTES_PER_MS;
      arrived = socket.bytesRead;
      if (isFast && !isSmall(request)) return;
      clearInterval(timer);
      // Already answered, for instance refused; the rest of the body is useless.
      if (response.headersSent) return void socket.destroySoon();
      response.setHeader('Connection', 'close');
      response.once('finish', () => socket.destroySoon());
      response.status(timeoutError.status).json(errorBody(timeoutError));
    }, limitMs).unref();
    request.once('close', () => request.complete && clearInterval(timer));
    next();
  };
}
