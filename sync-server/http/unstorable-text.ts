import type { Request, RequestHandler } from 'express';
import { AppError } from '#db/errors/app-error.ts';
import { hasUnstorableText } from '#sync-server/postgres/unstorable-text.ts';

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
