import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { patientToChange, requireFreeNumber } from './open-patient.ts';
import { patient } from './patient.ts';
import { changesIdentity, PatientForm, patientProblem } from './patient-form.ts';

/** Correct the data of a patient. */
export const editPatient = defineOperation({
  name: 'edit-patient',
  version: 1,
  kind: 'intent',
  title: 'Edit patient',
  grant: 'patients:update',
  args: z.strictObject({
    patientId: Id,
    seenVersion: z.int(),
    form: PatientForm,
    reason: Reason.nullable().default(null),
  }),
  subjects: ({ patientId }) => [patientId],
  async run(tx, { form, reason, ...patientRef }, context) {
    const row = await patientToChange(tx, context, patientRef);
    const problem = patientProblem(form, context.labDay);
    if (problem) throw refuse('VALIDATION', problem);
    if (changesIdentity(row, form) && reason === null) throw refuse('VALIDATION', MESSAGES.reasonRequired);
    const { medicalRecordNumber } = form;
    const group = row.medicalGroupCompanyId ?? row.originalCompanyId;
    await requireFreeNumber(tx, { medicalRecordNumber, group, exceptId: row.id });
    const before: Readonly<Record<string, unknown>> = row;
    const changed = Object.entries(form).some(([field, value]) => before[field] !== value);
    if (!changed) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    await tx.patch(patient, row.id, form);
    return applied;
  },
});
