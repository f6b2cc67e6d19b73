import { Role } from '#db/access/roles.ts';

/** What a person was allowed to be at a moment. */
export type Rights = { role: Role } | { deactivated: true };

/** A role that a super admin took in the session that sends the act, and since when; null for the membership's own. */
export interface ActedAs {
  since: number;
  role: Role | null;
}

/**
 * The role that a super admin acted as at a moment, or null. Only what the server has sealed into the session counts,
 * never what a device says of itself: a page's act is done now, in the role of now; what a handheld did before, in the
 * role that its session had then. Acts of before the session, or of one that forgot, are the membership's own.
 */
export function actingRoleAt(actedAs: readonly ActedAs[], occurredAt: string | null): Role | null {
  const moment = occurredAt === null ? Number.POSITIVE_INFINITY : Date.parse(occurredAt);
  return actedAs.findLast(({ since }) => since <= moment)?.role ?? null;
}

/** A recorded change of what a person may do. */
export interface ChangeOfRights {
  at: string;
  type: 'ROLE_CHANGED' | 'USER_DEACTIVATED' | 'USER_REACTIVATED';
  /** The role before it. */
  from: string | null;
}

/** A membership as it is now, with what was changed before, oldest first; the role is null when there is none. */
export interface Membership {
  role: string | null;
  deactivated: boolean;
  changes: readonly ChangeOfRights[];
}

/**
 * The rights under which an act is judged: those of the moment at which it was done (domain 5.1). A deactivation
 * without a recorded time counts as having always been.
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

/** A deactivation lasts until the recorded activation; one whose end is not recorded lasts while the person is shut out. */
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
