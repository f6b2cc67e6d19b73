import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { changeLicense } from './change-license.ts';
import { LicenseForm } from './license-form.ts';
import { findLicense, requireLicenseEditor } from './open-license.ts';

const Renewal = LicenseForm.pick({ expiresOn: true, issuedOn: true });

/** Renew a license that has expired or soon will: it gets new dates and is verified again. */
export const renewLicense = defineOperation({
  name: 'renew-license',
  version: 1,
  kind: 'intent',
  title: 'Renew license',
  grant: 'clinician-licenses:update',
  args: Renewal.extend({ licenseId: Id }),
  subjects: ({ licenseId }) => [licenseId],
  async run(tx, { licenseId, ...dates }, context) {
    const row = await findLicense(tx, licenseId);
    await requireLicenseEditor(tx, context, row.userId);
    if (row.status !== 'EXPIRED' && row.status !== 'VERIFIED')
      throw refuse('TRANSITION_NOT_ALLOWED', 'This license was never verified. Edit it instead.');
    if (dates.expiresOn <= row.expiresOn)
      throw refuse('VALIDATION', 'The renewed license must expire later than the old one. Check the date.');
    await changeLicense(tx, context, row, { changes: dates, changeKind: 'renewed' });
    return applied;
  },
});
