import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { returnLicense } from './license-verdict.ts';
import { findLicenseToReview } from './open-license.ts';

/** Report a problem with a license as a reviewer; the clinician is notified and corrects it. */
export const markLicenseError = defineOperation({
  name: 'mark-license-error',
  version: 1,
  kind: 'intent',
  title: 'Send license back',
  grant: 'clinician-licenses:update',
  args: z.strictObject({ licenseId: Id, reason: Reason }),
  subjects: ({ licenseId }) => [licenseId],
  async run(tx, { licenseId, reason: message }, context) {
    const row = await findLicenseToReview(tx, context, licenseId);
    await returnLicense(tx, context, row, { reviewer: { userId: context.actor.userId }, message });
    return applied;
  },
});
