import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import type { SessionClaims } from './session-claims.ts';

const HOUR = 60 * 60 * 1_000;

/** The maximum length of any session: one week. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;
/** An unused session of staff ends after this time; customers have the whole week. */
export const STAFF_IDLE_MS = 12 * HOUR;

/** Report whether a person is staff; the own role counts, whatever a super admin acts as. */
export const isStaff = (person: { role: Role; isSuperAdmin: boolean }): boolean =>
  person.isSuperAdmin || isOneOf(person.role, STAFF_ROLES);

/** Report whether a session has expired: a week after its sign-in, or unused for too long. */
export function hasTimedOut(
  { signedInAt = 0, usedAt = 0 }: Pick<SessionClaims, 'signedInAt' | 'usedAt'>,
  staff: boolean,
  now: Date,
): boolean {
  const longest = SESSION_SECONDS * 1_000;
  const idle = staff ? STAFF_IDLE_MS : longest;
  return now.getTime() - signedInAt >= longest || now.getTime() - usedAt >= idle;
}
