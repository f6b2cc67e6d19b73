import type { ErrorRequestHandler, Request } from 'express';
import { ulid } from 'ulid';
import type { Access } from '#db/api/call-definition.ts';
import type { AppServices } from './api-route.ts';
import { knownError } from './error-handler.ts';
import type { Session } from './session.ts';

/** The caller and target of a request, stored with the request until it is answered. */
interface Attempt {
  family: string;
  session: Session | null;
  /** True if a row of the route table matched: a 404 then means that a named record was not found. */
  byRow: boolean;
}

const ATTEMPTS = new WeakMap<object, Attempt>();

/** Return the family of a row: that of its grant, or its path without parameters. */
const familyOf = (path: string, access: Access): string =>
  access.includes(':')
    ? access.slice(0, access.lastIndexOf(':'))
    : path
        .replace(/^\/api\//, '')
        .split('/')
        .filter((part) => !part.startsWith(':'))
        .join('/');

/** Store the target of a request; the caller follows later. */
export function recordAttempt(request: Request, path: string, access: Access, byRow = false): void {
  ATTEMPTS.set(request, { family: familyOf(path, access), session: null, byRow });
}

/** Store the caller of a request. */
export function recordPerson(request: Request, session: Session): void {
  const attempt = ATTEMPTS.get(request);
  if (attempt) attempt.session = session;
}

const INSERT = `
  INSERT INTO access_log (id, created_at, created_by_id, updated_at, entity, user_id, company_id, action, target_type,
    target_id, ip, user_agent, occurred_at)
  VALUES ($1, $2, $3, $2, $4, $3, $5, 'REFUSED', $6, $7, $8, $9, $2)`;

/** Suffix of the method when a named record was not found. */
const NOT_FOUND_MARK = 'not found';

/** Return the log entry of a refused attempt; null if the request was not refused. */
function describeRefusal({ byRow }: Attempt, method: string, status: number | undefined): string | null {
  if (status === 401 || status === 403) return method;
  return status === 404 && byRow ? `${method} ${NOT_FOUND_MARK}` : null;
}

/**
 * Write every refused attempt of a signed-in person to the access log before the response: the family as
 * target type, the method as target. Every attempt is logged instead of a sample, because the person is known
 * and a flood is evidence. A missing record counts whether it belongs to another company or does not exist:
 * logging only the former would take longer and so reveal that it exists.
 */
export function logRefusals(services: Pick<AppServices, 'pool' | 'logger' | 'now'>): ErrorRequestHandler {
  return async (thrown: unknown, request, _response, next) => {
    const attempt = ATTEMPTS.get(request);
    const status = knownError(thrown)?.status;
    const refusal = attempt ? describeRefusal(attempt, request.method, status) : null;
    if (attempt?.session && refusal !== null) {
      const { userId, companyId, entity } = attempt.session;
      const agent = request.get('user-agent')?.slice(0, 500) ?? '';
      const values = [ulid(), services.now(), userId, entity, companyId, attempt.family, refusal];
      try {
        await services.pool.query(INSERT, [...values, request.ip ?? null, agent]);
      } catch (error) {
        // The refusal holds even if it cannot be logged.
        const stack = error instanceof Error ? error.stack : String(error);
        services.logger.error({ requestId: request.id, stack }, 'a refused attempt was not logged');
      }
    }
    next(thrown);
  };
}
