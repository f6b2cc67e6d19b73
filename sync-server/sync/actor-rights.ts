import { Role } from '#db/access/roles.ts';

/** The role and status of a person at a moment. */
export type Rights = { role: Role } | { deactivated: true };

/**
 * A role that a super admin took in the session that sends the operation, and its start; null for the
 * membership's own.
 */
export interface ActedAs {
  since: number;
  role: Role | null;
}

/**
 * Return the role that a super admin acted as at a moment, or null. Only roles sealed into the session by the
 * server count, never what a device claims: an operation of a page is judged in the current role, earlier
 * work of a handheld in the session's role at that time. Operations from before the session, or of a session
 * that no longer knows, count for the membership's own role.
 */
export function actingRoleAt(actedAs: readonly ActedAs[], occurredAt: string | null): Role | null {
  const moment = occurredAt === null ? Number.POSITIVE_INFINITY : Date.parse(occurredAt);
  return actedAs.findLast(({ since }) => since <= moment)?.role ?? null;
}

/** A recorded change of a membership's role or status. */
export interface ChangeOfRights {
  at: string;
  type: 'ROLE_CHANGED' | 'USER_DEACTIVATED' | 'USER_REACTIVATED';
  /** The role before the change. */
  from: string | null;
}

/** A membership as it is now, with its earlier changes, oldest first; the role is null if there is none. */
export interface Membership {
  role: string | null;
  deactivated: boolean;
  changes: readonly ChangeOfRights[];
}

/**
 * Return the rights under which an operation is judged: those of the moment when it was done (domain 5.1). A
 * deactivation without a recorded time counts as having always applied.
 */
export function rightsAt({ role, deactivated, changes }: Membership, occurredAt: string): Rights {
  if (role === null) return { deactivated: true };
  const moment = Date.parse(occurredAt);
  const later = ({ at }: ChangeOfRights): boolean => Date.parse(at) > moment;
  if (wasDeactivated(changes, later, deactivated)) return { deactivated: true };
  const next = changes.find((change) => change.type === 'ROLE_CHANGED' && later(change));
  const then = Role.safeParse(next?.from);
  return { role: then.success ? then.data : Role.parse(role) };
}

/**
 * Report whether the person was deactivated at a moment: until the recorded activation, or without a recorded
 * end while the person is deactivated.
 */
function wasDeactivated(
  changes: readonly ChangeOfRights[],
  later: (change: ChangeOfRights) => boolean,
  isNow: boolean,
): boolean {
  const statuses = changes.filter(({ type }) => type !== 'ROLE_CHANGED');
  const last = statuses.findLast((change) => !later(change));
  const next = statuses.find(later);
  if (next) return next.type === 'USER_REACTIVATED' && last?.type === 'USER_DEACTIVATED';
  return isNow;
}
