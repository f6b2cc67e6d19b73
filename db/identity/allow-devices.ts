import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import { AppError } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { date } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { onlineOnly } from './online-only.ts';
import { membershipInReach } from './people-in-reach.ts';
import { userCompany } from './user-company.ts';

/** Set how many devices a member of the lab may enroll on one day, permanently or until a day of the lab. */
export const allowDevices = defineOperation({
  name: 'allow-devices',
  version: 1,
  kind: 'intent',
  title: 'Allow devices',
  grant: 'users:update',
  args: z.strictObject({
    userCompanyId: Id,
    devicesPerDay: z.int().min(1).max(100),
    until: date.nullable().optional(),
  }),
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
