import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { keepOneManager, managedMembership } from './managed-membership.ts';
import { onlineOnly } from './online-only.ts';
import { userCompany } from './user-company.ts';

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
  args: z.strictObject({ userCompanyId: Id, deactivated: z.boolean(), reason: Reason }),
  subjects: ({ userCompanyId }) => [userCompanyId],
  run: async (tx, { userCompanyId, deactivated, reason }, context) => {
    onlineOnly(context);
    const managed = await managedMembership(tx, context, userCompanyId);
    const { membership } = managed;
    if (membership.acceptedAt === null)
      throw refuse(
        'NOT_ACCEPTED',
        'This person has not accepted the invitation yet. Send it again or withdraw it.',
      );
    if (membership.deactivated === deactivated)
      return merged(
        'NOTHING_CHANGED',
        deactivated ? 'This person is deactivated already.' : 'This person is active already.',
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
