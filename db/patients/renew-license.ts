import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { changeLicence } from './change-licence.ts';
import { LicenceForm } from './licence-form.ts';
import { licenceOf, requireLicenceEditor } from './open-licence.ts';

const Renewal = LicenceForm.pick({ expiresOn: true, issuedOn: true });

/** A license that has expired, or soon will, is entered with its new dates and checked again. */
export const renewLicense = defineOperation({
  name: 'renew-license',
  version: 1,
  kind: 'intent',
  title: 'Renew license',
  grant: 'clinician-licenses:update',
  args: Renewal.extend({ licenseId: Id }),
  subjects: ({ licenseId }) => [licenseId],
  async run(tx, { licenseId, ...dates }, context) {
    const row = await licenceOf(tx, licenseId);
    await requireLicenceEditor(tx, context, row.userId);
    if (row.status !== 'EXPIRED' && row.status !== 'VERIFIED')
      throw refuse('TRANSITION_NOT_ALLOWED', 'This license was never verified. Edit it instead.');
    if (dates.expiresOn <= row.expiresOn)
      throw refuse('VALIDATION', 'The renewed license must expire later than the old one. Check the date.');
    await changeLicence(tx, context, row, { changes: dates, act: 'renewed' });
    return applied;
  },
});
