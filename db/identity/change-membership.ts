import { z } from 'zod';
import { rolesToGive } from '#db/access/account-roles.ts';
import { assignableRoles } from '#db/access/assignable-roles.ts';
import { hasCapability, requireCapability } from '#db/access/capabilities.ts';
import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import { SITE_VARIANTS } from '#db/access/session.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { DeviceAllowance, MemberStatusChange, RoleChange } from './account-forms.ts';
import { onlineOnly } from './online-only.ts';
import { membershipInReach } from './people-in-reach.ts';
import { type UserCompany, userCompany } from './user-company.ts';

/** A membership whose rights are about to change, with all other people of its company. */
export interface ManagedMembership {
  membership: UserCompany;
  otherMemberships: readonly UserCompany[];
  /** The roles that the actor may give and take in the company. */
  givable: readonly Role[];
}

/**
 * Return another person's membership, in reach, whose role the actor could have given: nobody changes a
 * higher role.
 */
async function managedMembership(
  tx: Transaction,
  context: OperationContext,
  userCompanyId: string,
): Promise<ManagedMembership> {
  const membership = await membershipInReach(tx, context, userCompanyId);
  if (membership.userId === context.actor.userId)
    throw refuse('OWN_ACCOUNT', 'You cannot change your own role or status. Ask another manager.');
  const companyRow = await tx.get(company, membership.companyId);
  if (!companyRow) throw refuse('NOT_FOUND', MESSAGES.notFound);
  const members = await tx.find(userCompany, { companyId: membership.companyId, deleted: [true, false] });
  const isHome = members.some(({ role }) => isOneOf(role, STAFF_ROLES));
  const givable = rolesToGive(context.actor.role, { type: companyRow.type, isHome });
  if (!givable.includes(membership.role))
    throw refuse('ROLE_NOT_ALLOWED', 'You cannot change somebody with this role. Ask an administrator.');
  const otherMemberships = members.filter(({ id, deleted }) => id !== userCompanyId && !deleted);
  return { membership, otherMemberships, givable };
}

const isManager = ({ role, deactivated }: Pick<UserCompany, 'role' | 'deactivated'>): boolean =>
  !deactivated && hasCapability(role, 'administerCompany');

/** Refuse a change that would leave a company without a responsible person (domain 6.1). */
function keepOneManager(
  { membership, otherMemberships }: ManagedMembership,
  after: Pick<UserCompany, 'role' | 'deactivated'>,
): void {
  if (isManager(membership) && !isManager(after) && !otherMemberships.some(isManager))
    throw refuse('LAST_MANAGER', 'A company needs at least one active manager.');
}

/** Give a member of a company another role; their sessions end and their handhelds require a new sign-in. */
export const changeRole = defineOperation({
  name: 'change-role',
  version: 1,
  kind: 'intent',
  title: 'Change role',
  grant: 'users:update',
  args: RoleChange.extend({
    /** The variant of the site, which decides which roles exist; the server knows it. */
    siteVariant: z.enum(SITE_VARIANTS),
  }),
  subjects: ({ userCompanyId }) => [userCompanyId],
  run: async (tx, { userCompanyId, role, reason, siteVariant }, context) => {
    onlineOnly(context);
    const managed = await managedMembership(tx, context, userCompanyId);
    const { membership, givable } = managed;
    if (membership.role === role) return merged('NOTHING_CHANGED', 'This user already has that role.');
    if (!givable.includes(role) || !assignableRoles(siteVariant).includes(role))
      throw refuse('ROLE_NOT_ALLOWED', 'You cannot give this role here. Choose another one.');
    keepOneManager(managed, { role, deactivated: membership.deactivated });
    await tx.patch(userCompany, userCompanyId, { role, sessionVersion: membership.sessionVersion + 1 });
    await recordEvent(tx, context, {
      type: 'ROLE_CHANGED',
      targetType: 'UserCompany',
      targetId: userCompanyId,
      data: { from: membership.role, to: role, ...(reason ? { reason } : {}) },
    });
    return applied;
  },
});

/**
 * Deactivate a member of a company or activate them again. A deactivation ends their sessions and revokes
 * their handhelds; activation restores neither.
 */
export const toggleUserStatus = defineOperation({
  name: 'toggle-user-status',
  version: 1,
  kind: 'intent',
  title: 'Change user status',
  grant: 'users/toggle-status:update',
  args: MemberStatusChange,
  subjects: ({ userCompanyId }) => [userCompanyId],
  run: async (tx, { userCompanyId, deactivated, reason }, context) => {
    onlineOnly(context);
    const managed = await managedMembership(tx, context, userCompanyId);
    const { membership } = managed;
    if (membership.acceptedAt === null)
      throw refuse(
        'NOT_ACCEPTED',
        'This user has not accepted the invitation. Send it again or withdraw it.',
      );
    if (membership.deactivated === deactivated)
      return merged(
        'NOTHING_CHANGED',
        deactivated ? 'This user is already deactivated.' : 'This user is already active.',
      );
    keepOneManager(managed, { role: membership.role, deactivated });
    const sessionFields = deactivated ? { sessionVersion: membership.sessionVersion + 1 } : {};
    await tx.patch(userCompany, userCompanyId, { deactivated, ...sessionFields });
    await recordEvent(tx, context, {
      type: deactivated ? 'USER_DEACTIVATED' : 'USER_REACTIVATED',
      targetType: 'UserCompany',
      targetId: userCompanyId,
      data: { role: membership.role, reason },
    });
    return applied;
  },
});

/** Set how many devices a member of the lab may enroll on one day, permanently or until a day of the lab. */
export const allowDevices = defineOperation({
  name: 'allow-devices',
  version: 1,
  kind: 'intent',
  title: 'Allow devices',
  grant: 'users:update',
  args: DeviceAllowance,
  subjects: ({ userCompanyId }) => [userCompanyId],
  run: async (tx, { userCompanyId, devicesPerDay, until = null }, context) => {
    onlineOnly(context);
    const membership = await membershipInReach(tx, context, userCompanyId);
    requireCapability(context, 'allowDevices');
    if (until !== null && until < context.labDay) {
      const message = 'Choose today or a later day.';
      throw new AppError('VALIDATION', message, [{ path: 'until', message }]);
    }
    await tx.patch(userCompany, membership.id, { devicesPerDay, devicesPerDayUntil: until });
    return applied;
  },
});
