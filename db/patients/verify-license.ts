import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { approveLicense } from './license-verdict.ts';
import { findLicenseToReview } from './open-license.ts';

/** Verify a license that a reviewer has checked. */
export const verifyLicense = defineOperation({
  name: 'verify-license',
  version: 1,
  kind: 'intent',
  title: 'Verify license',
  grant: 'clinician-licenses:update',
  args: z.strictObject({ licenseId: Id, reason: orEmpty(oneLine('', 1000)).default(null) }),
  subjects: ({ licenseId }) => [licenseId],
  async run(tx, { licenseId, reason: message }, context) {
    const row = await findLicenseToReview(tx, context, licenseId);
    await approveLicense(tx, context, row, { reviewer: { userId: context.actor.userId }, message });
    return applied;
  },
});
