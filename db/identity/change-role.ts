import { z } from 'zod';
import { assignableRoles } from '#db/access/assignable-roles.ts';
import { Role } from '#db/access/roles.ts';
import { SITE_VARIANTS } from '#db/access/session.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { keepOneManager, managedMembership } from './managed-membership.ts';
import { onlineOnly } from './online-only.ts';
import { userCompany } from './user-company.ts';

/** Give a member of a company another role; their sessions end and their handhelds require a new sign-in. */
export const changeRole = defineOperation({
  name: 'change-role',
  version: 1,
  kind: 'intent',
  title: 'Change role',
  grant: 'users:update',
  args: z.strictObject({
    userCompanyId: Id,
    role: Role,
    reason: Reason.nullable().default(null),
    /** The variant of the site, which decides which roles exist; the server knows it. */
    siteVariant: z.enum(SITE_VARIANTS),
  }),
  subjects: ({ userCompanyId }) => [userCompanyId],
  run: async (tx, { userCompanyId, role, reason, siteVariant }, context) => {
    onlineOnly(context);
    const managed = await managedMembership(tx, context, userCompanyId);
    const { membership, givable } = managed;
    if (membership.role === role) return merged('NOTHING_CHANGED', 'This person has that role already.');
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
