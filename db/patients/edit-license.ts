import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { changeLicence } from './change-licence.ts';
import { LicenceForm } from './licence-form.ts';
import { licenceOf, requireLicenceEditor } from './open-licence.ts';

/** Corrects a license; what a check has looked at is checked again (domain 4.6). */
export const editLicense = defineOperation({
  name: 'edit-license',
  version: 1,
  kind: 'intent',
  title: 'Edit license',
  grant: 'clinician-licenses:update',
  args: z.strictObject({ licenseId: Id, seenVersion: z.int(), form: LicenceForm }),
  subjects: ({ licenseId }) => [licenseId],
  async run(tx, { licenseId, seenVersion, form }, context) {
    const row = await licenceOf(tx, licenseId);
    await requireLicenceEditor(tx, context, row.userId);
    if (row.version !== seenVersion)
      throw refuse('STALE_VERSION', 'Somebody else has changed this license meanwhile. Load the page again.');
    if (row.status === 'EXPIRED')
      throw refuse('TRANSITION_NOT_ALLOWED', 'This license has expired. Renew it instead.');
    const result = await changeLicence(tx, context, row, { changes: form, act: 'edited' });
    return result === 'NOTHING' ? merged('NOTHING_CHANGED', 'Nothing was changed.') : applied;
  },
});
