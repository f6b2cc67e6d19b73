import { Role } from '#db/access/roles.ts';

/** What a person was allowed to be at a moment. */
export type Rights = { role: Role } | { deactivated: true };

/** A recorded change of what a person may do. */
export interface ChangeOfRights {
  at: string;
  type: 'ROLE_CHANGED' | 'USER_DEACTIVATED';
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
  const lastDeactivation = changes.findLast(({ type }) => type === 'USER_DEACTIVATED');
  if (deactivated && !(lastDeactivation && later(lastDeactivation))) return { deactivated: true };
  const next = changes.find((change) => change.type === 'ROLE_CHANGED' && later(change));
  const then = Role.safeParse(next?.from);
  return { role: then.success ? then.data : Role.parse(role) };
}
