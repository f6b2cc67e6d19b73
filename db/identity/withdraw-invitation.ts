import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { onlineOnly } from './online-only.ts';
import { membershipInReach } from './people-in-reach.ts';
import { userCompany } from './user-company.ts';

/** Withdraw an invitation before it is accepted. The server ends its links in the same transaction. */
export const withdrawInvitation = defineOperation({
  name: 'withdraw-invitation',
  version: 1,
  kind: 'intent',
  title: 'Withdraw invitation',
  grant: 'users:update',
  args: z.strictObject({ userCompanyId: Id }),
  subjects: ({ userCompanyId }) => [userCompanyId],
  run: async (tx, { userCompanyId }, context) => {
    onlineOnly(context);
    const membership = await membershipInReach(tx, context, userCompanyId);
    if (membership.acceptedAt !== null)
      throw refuse('ALREADY_MEMBER', 'This invitation was accepted. Deactivate the person instead.');
    await tx.patch(userCompany, userCompanyId, { deleted: true });
    await recordEvent(tx, context, {
      type: 'USER_UPDATED',
      targetType: 'UserCompany',
      targetId: userCompanyId,
      data: { invitation: 'withdrawn', role: membership.role },
    });
    return applied;
  },
});
