import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { clinicianLicense } from './clinician-license.ts';
import { LicenseForm, licenseProblem } from './license-form.ts';
import { requireLicenseEditor } from './open-license.ts';

/** Submit a license as the clinician or a manager of the clinic; it then awaits verification. */
export const submitLicense = defineOperation({
  name: 'submit-license',
  version: 1,
  kind: 'intent',
  title: 'Submit license',
  grant: 'clinician-licenses:create',
  args: LicenseForm.extend({ licenseId: Id, userId: Id }),
  subjects: ({ licenseId }) => [licenseId],
  async run(tx, { licenseId, userId, ...form }, context) {
    await requireLicenseEditor(tx, context, userId);
    const problem = licenseProblem(form, context.labDay);
    if (problem) throw refuse('VALIDATION', problem.message);
    if (form.fileId !== null) throw refuse('VALIDATION', 'Submit the license first, then send its document.');
    if (await tx.get(clinicianLicense, licenseId)) throw refuse('CONFLICT', 'This license exists already.');
    const own = await tx.find(clinicianLicense, { userId });
    const duplicate = own.find(
      ({ designation, state, licenseNumber }) =>
        designation === form.designation && state === form.state && licenseNumber === form.licenseNumber,
    );
    if (duplicate)
      throw refuse('LICENSE_EXISTS', 'This license is in the list already. Edit or renew that one.');
    await tx.insert(clinicianLicense, { ...form, id: licenseId, userId, status: 'PENDING_VERIFICATION' });
    await recordEvent(tx, context, {
      type: 'LICENSE_SUBMITTED',
      targetType: 'ClinicianLicense',
      targetId: licenseId,
      data: { userId, act: 'submitted' },
      customerVisible: true,
    });
    return applied;
  },
});
