import type { ErrorRequestHandler, RequestHandler } from 'express';
import pg from 'pg';
import type { Logger } from 'pino';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { isUnstorableTextError } from '#sync-server/postgres/unstorable-text.ts';
import { UNSTORABLE_TEXT } from './request-bodies.ts';

/** Errors of body-parser, the router and Node for unreadable input. */
const INPUT_ERRORS: Readonly<Record<string, AppError>> = {
  'entity.parse.failed': new AppError('BAD_REQUEST', 'The body is not valid JSON.'),
  'entity.too.large': new AppError('TOO_LARGE', 'The body is larger than 1 MB. Send it in smaller parts.'),
  'encoding.unsupported': new AppError(
    'BAD_REQUEST',
    'The encoding of the body is not supported. Send UTF-8.',
  ),
  'charset.unsupported': new AppError(
    'BAD_REQUEST',
    'The character set of the body is not supported. Send UTF-8.',
  ),
};

const BUSY = new AppError('UNAVAILABLE', 'The server is busy. Nothing was changed; try again in a moment.');
const AWAY = new AppError(
  'UNAVAILABLE',
  'The database cannot be reached. Nothing was changed; try again in a moment.',
);
const FULL = new AppError(
  'UNAVAILABLE',
  'The disk of the server is full. Nothing was changed; tell your administrator, then try again.',
);
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
]);
/** Messages of pg for a connection that was lost, refused or closed; these errors have no code. */
const CONNECTION_TEXTS =
  /timeout exceeded when trying to connect|Connection terminated|encountered a connection error|Client was closed|after calling end on the pool|an SSL connection/i;

const textOf = (error: unknown, key: 'type' | 'code'): string =>
  typeof error === 'object' && error !== null && key in error ? String(Reflect.get(error, key)) : '';

function fromDatabase(error: unknown): AppError | null {
  const code = textOf(error, 'code');
  if (CONNECTION_CODES.has(code) || /^(08|57P)/.test(code)) return AWAY;
  if (error instanceof Error && CONNECTION_TEXTS.test(error.message)) return AWAY;
  if (!(error instanceof pg.DatabaseError)) return null;
  if (code === '53100') return FULL;
  // Lock, statement and idle timeouts; deadlocks and serialization failures after their last retry; no memory or
  // connection left.
  if (['55P03', '57014', '25P03', '40P01', '40001'].includes(code) || code.startsWith('53')) return BUSY;
  // Values from URLs and forms reach the database unchecked.
  return isUnstorableTextError(error) ? UNSTORABLE_TEXT : null;
}

function fromHttp(error: unknown): AppError | null {
  const known = INPUT_ERRORS[textOf(error, 'type')];
  if (known) return known;
  if (error instanceof URIError) return new AppError('BAD_REQUEST', 'The address is not readable.');
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0;
  return status >= 400 && status < 500 ? new AppError('BAD_REQUEST', 'The request is not readable.') : null;
}

/** Convert a thrown value to AppError; null for unexpected errors. */
export const knownError = (error: unknown): AppError | null =>
  error instanceof AppError ? error : (fromHttp(error) ?? fromDatabase(error));

/** Build the JSON of an error, as every client reads it. */
export const errorBody = (error: AppError): { error: string; code: string; issues: AppError['issues'] } => ({
  error: error.message,
  code: error.code,
  issues: error.issues,
});

/** Default Retry-After in seconds, for errors that set none. */
const RETRY_AFTER: Readonly<Record<string, number>> = { UNAVAILABLE: 5, RATE_LIMITED: 60 };

/**
 * The last middleware: every error becomes JSON; unexpected errors are logged without the row that caused
 * them.
 */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response, next) => {
    // A request that was ended during its body already has its response.
    if (response.headersSent) return request.destroyed ? undefined : next(thrown);
    const known = knownError(thrown);
    if (!known || known.status >= 500) {
      // The error of Postgres tells the administrator what to mend, the one for the client does not.
      const cause = thrown instanceof AppError ? (thrown.cause ?? thrown) : thrown;
      const stack = cause instanceof Error ? cause.stack : String(cause);
      // `detail` of a Postgres error quotes the row, so only code, constraint and stack are logged.
      logger.error(
        { requestId: request.id, dbCode: textOf(cause, 'code') || undefined, stack },
        'unexpected error',
      );
    }
    const error = known ?? new AppError('INTERNAL', MESSAGES.unknownError);
    const retryAfter = error.retryAfterSeconds ?? RETRY_AFTER[error.code];
    if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
    response.status(error.status).json(errorBody(error));
  };
}

/** Answer an API path that no row matches. */
export const unknownApiPath: RequestHandler = () => {
  throw new AppError('NOT_FOUND', MESSAGES.notFound);
};
