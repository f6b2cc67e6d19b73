import { seesAllCompanies } from '#db/access/scope.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import { Id } from '#db/values/id.ts';
import { requireFreeNumber, requirePatientEditor } from './open-patient.ts';
import { patient } from './patient.ts';
import { PatientForm, patientProblem } from './patient-form.ts';

/** Add a patient of a location; its orders can then name the patient. */
export const enterPatient = defineOperation({
  name: 'enter-patient',
  version: 1,
  kind: 'intent',
  title: 'Enter patient',
  grant: 'patients:create',
  args: PatientForm.extend({ patientId: Id }),
  subjects: ({ patientId }) => [patientId],
  async run(tx, { patientId, ...form }, context) {
    await requirePatientEditor(tx, context);
    const { companyId, role } = context.actor;
    if (seesAllCompanies(role)) throw refuse('FORBIDDEN', 'A location enters its own patients.');
    const owner = await tx.get(company, companyId);
    if (!owner) throw refuse('NOT_FOUND', MESSAGES.notFound);
    const problem = patientProblem(form, context.labDay);
    if (problem) throw refuse('VALIDATION', problem);
    if (await tx.get(patient, patientId)) throw refuse('CONFLICT', 'This patient has been entered already.');
    const { medicalRecordNumber } = form;
    const group = owner.parentCompanyId ?? owner.id;
    await requireFreeNumber(tx, { medicalRecordNumber, group, exceptId: patientId });
    await tx.insert(patient, {
      ...form,
      id: patientId,
      originalCompanyId: owner.id,
      medicalGroupCompanyId: owner.parentCompanyId,
    });
    return applied;
  },
});
