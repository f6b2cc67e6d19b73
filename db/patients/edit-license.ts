import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { changeLicense } from './change-license.ts';
import { LicenseForm } from './license-form.ts';
import { findLicense, requireLicenseEditor } from './open-license.ts';

/** Correct a license; changed verified fields are verified again (domain 4.6). */
export const editLicense = defineOperation({
  name: 'edit-license',
  version: 1,
  kind: 'intent',
  title: 'Edit license',
  grant: 'clinician-licenses:update',
  args: z.strictObject({ licenseId: Id, seenVersion: z.int(), form: LicenseForm }),
  subjects: ({ licenseId }) => [licenseId],
  async run(tx, { licenseId, seenVersion, form }, context) {
    const row = await findLicense(tx, licenseId);
    await requireLicenseEditor(tx, context, row.userId);
    if (row.version !== seenVersion)
      throw refuse('STALE_VERSION', 'Somebody else has changed this license meanwhile. Load the page again.');
    if (row.status === 'EXPIRED')
      throw refuse('TRANSITION_NOT_ALLOWED', 'This license has expired. Renew it instead.');
    const result = await changeLicense(tx, context, row, { changes: form, changeKind: 'edited' });
    return result === 'NOTHING' ? merged('NOTHING_CHANGED', 'Nothing was changed.') : applied;
  },
});
