import { z } from 'zod';
import { isOneOf } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { onlineOnly } from './online-only.ts';
import { membershipInReach } from './people-in-reach.ts';
import { userCompany } from './user-company.ts';

/** Sets how many devices a member of the lab may enroll on one day. */
export const allowDevices = defineOperation({
  name: 'allow-devices',
  version: 1,
  kind: 'intent',
  title: 'Allow devices',
  grant: 'users:update',
  args: z.strictObject({ userCompanyId: Id, devicesPerDay: z.int().min(1).max(100) }),
  subjects: ({ userCompanyId }) => [userCompanyId],
  run: async (tx, { userCompanyId, devicesPerDay }, context) => {
    onlineOnly(context);
    const membership = await membershipInReach(tx, context, userCompanyId);
    if (!isOneOf(context.actor.role, ['ADMIN', 'DEVELOPER'])) throw refuse('FORBIDDEN', MESSAGES.forbidden);
    await tx.patch(userCompany, membership.id, { devicesPerDay });
    return applied;
  },
});
