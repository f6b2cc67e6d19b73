import type { ErrorRequestHandler, Request } from 'express';
import { ulid } from 'ulid';
import type { Access } from '#db/api/call-definition.ts';
import type { AppServices } from './api-route.ts';
import { knownError } from './error-handler.ts';
import type { Session } from './session.ts';

/** Who asked for what, kept beside the request until it is answered. */
interface Attempt {
  family: string;
  session: Session | null;
  /** A row of the table of routes took it: what it does not find is a record that was named. */
  byRow: boolean;
}

const ATTEMPTS = new WeakMap<object, Attempt>();

/** The family that a row asks about: that of its grant, or its path without parameters. */
const familyOf = (path: string, access: Access): string =>
  access.includes(':')
    ? access.slice(0, access.lastIndexOf(':'))
    : path
        .replace(/^\/api\//, '')
        .split('/')
        .filter((part) => !part.startsWith(':'))
        .join('/');

/** Remembers what is asked for, and later by whom. */
export function recordAttempt(request: Request, path: string, access: Access, byRow = false): void {
  ATTEMPTS.set(request, { family: familyOf(path, access), session: null, byRow });
}

/** Remembers who asks. */
export function recordPerson(request: Request, session: Session): void {
  const attempt = ATTEMPTS.get(request);
  if (attempt) attempt.session = session;
}

const INSERT = `
  INSERT INTO access_log (id, created_at, created_by_id, updated_at, entity, user_id, company_id, action, target_type,
    target_id, ip, user_agent, occurred_at)
  VALUES ($1, $2, $3, $2, $4, $3, $5, 'REFUSED', $6, $7, $8, $9, $2)`;

/** Stands behind the method when a record that was named was not found. */
export const NOT_FOUND_MARK = 'not found';

/** What the log keeps of an attempt that was refused; null when it was none. */
function describeRefusal({ byRow }: Attempt, method: string, status: number | undefined): string | null {
  if (status === 401 || status === 403) return method;
  return status === 404 && byRow ? `${method} ${NOT_FOUND_MARK}` : null;
}

/**
 * Writes every refused attempt of a signed-in person to the access log, before it is answered: the family as target
 * type, the method as target. Each one, not a sample: the person is known, so a flood is itself what the log must show.
 * A record that is not found counts, whether it is another company's or none: to write only the former would take longer
 * and so tell that it exists.
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
        // The refusal stands also when it cannot be written down.
        const stack = error instanceof Error ? error.stack : String(error);
        services.logger.error({ requestId: request.id, stack }, 'a refused attempt was not logged');
      }
    }
    next(thrown);
  };
}
