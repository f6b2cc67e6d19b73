import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { AppError } from '#db/errors/app-error.ts';
import { hasUnstorableText } from '#sync-server/postgres/unstorable-text.ts';

/** Paths whose body an outside service signs byte by byte; it must not be parsed as JSON before the check. */
const PAYMENT_WEBHOOK = '/api/payments/webhook';
export const SHIPPING_WEBHOOK = '/api/shipping/webhook';
const ANALYSIS_RESULT = /^\/api\/lab\/analysis\/runs\/[^/]+\/result$/;

/** Report whether an outside service signs the bodies of a path. */
export const isWebhook = (path: string): boolean =>
  path === PAYMENT_WEBHOOK || path === SHIPPING_WEBHOOK || ANALYSIS_RESULT.test(path);

/** Report whether the body of this request is parsed as JSON, as nearly all are. */
export function isParsedJson(request: { url?: string | undefined; headers: object }): boolean {
  const type = 'content-type' in request.headers ? String(request.headers['content-type']) : '';
  const [path = ''] = (request.url ?? '').split('?');
  return !isWebhook(path) && /^application\/json\s*(;|$)/i.test(type.trim());
}

/**
 * Read a raw body into memory, at most `limit` bytes; throws TOO_LARGE with the text `tooLarge`. A body that
 * declares more is not read at all.
 */
export function readBody(
  request: IncomingMessage,
  { limit, tooLarge }: { limit: number; tooLarge: string },
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const stop = (error: AppError): void => {
      request.removeAllListeners('data');
      request.pause();
      reject(error);
    };
    if (announced > limit) return stop(new AppError('TOO_LARGE', tooLarge));
    // A body sent as JSON is already parsed and is not a file.
    if (request.readableEnded) return resolve(Buffer.alloc(0));
    request.on('data', (part: Buffer) => {
      length += part.length;
      if (length > limit) return stop(new AppError('TOO_LARGE', tooLarge));
      parts.push(part);
    });
    request.on('end', () => resolve(Buffer.concat(parts)));
    request.on('error', () =>
      reject(new AppError('BAD_REQUEST', 'The file did not arrive. Upload it again.')),
    );
    request.on('close', () => {
      if (!request.complete) reject(new AppError('BAD_REQUEST', 'The file did not arrive. Upload it again.'));
    });
  });
}

// Far above what any screen sends, and far below the stack limit of a recursive function.
const MAX_DEPTH = 100;

/** Report whether JSON is nested deeper than the limit; does not descend further itself. */
export function isDeeperThan(limit: number, value: unknown): boolean {
  if (limit < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => isDeeperThan(limit - 1, inner));
}

/** Refuse bodies that are nested too deep, before other code traverses them. */
export const limitBodyDepth: RequestHandler = (request, _response, next) => {
  if (isDeeperThan(MAX_DEPTH, request.body))
    throw new AppError('BAD_REQUEST', 'The body is nested too deep.');
  next();
};

/** The error for text that the database cannot store. */
export const UNSTORABLE_TEXT = new AppError(
  'VALIDATION',
  'A text has characters that cannot be stored. Remove them and try again.',
);

// A device's request must not fail as a whole, because that would hold up all work behind it: device names
// and trouble reports are cleaned, and bad operation arguments refuse only that operation.
const CLEANED_LATER: readonly string[] = ['/api/sync/devices', '/api/lab/data-sync/incidents'];
const OPERATIONS: readonly string[] = ['/api/sync/operations', '/api/sync/hand-over'];

function withoutArgs(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('operations' in body)) return body;
  const { operations, ...rest } = body;
  if (!Array.isArray(operations)) return body;
  const stripped = operations.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'args' in one ? { ...one, args: null } : one,
  );
  return { ...rest, operations: stripped };
}

function checkedPart({ path, body }: Request): unknown {
  if (CLEANED_LATER.some((cleaned) => path === cleaned || path.startsWith(`${cleaned}/`))) return null;
  return OPERATIONS.includes(path) ? withoutArgs(body) : body;
}

/**
 * Refuse bodies with text that the database cannot store, before a rule or query; runs after the depth limit.
 */
export const refuseUnstorableText: RequestHandler = (request, _response, next) => {
  if (hasUnstorableText(checkedPart(request))) throw UNSTORABLE_TEXT;
  next();
};
