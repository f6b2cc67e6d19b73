import type { Request, RequestHandler } from 'express';
import { AppError } from '#db/errors/app-error.ts';
import { hasUnstorableText } from '#sync-server/postgres/unstorable-text.ts';

/** The answer to text that the database does not take. */
export const UNSTORABLE_TEXT = new AppError(
  'VALIDATION',
  'A text has characters that cannot be stored. Remove them and try again.',
);

// A device is heard whatever it says: the names of devices and the reports of trouble are cleaned, and what is in the
// arguments of an operation refuses that operation alone, because a refused request would hold up all work behind it.
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

/** Refuses bodies with text that no table takes, before a rule or query meets it; runs behind the limit of depth. */
export const refuseUnstorableText: RequestHandler = (request, _response, next) => {
  if (hasUnstorableText(checkedPart(request))) throw UNSTORABLE_TEXT;
  next();
};
