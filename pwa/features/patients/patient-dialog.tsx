import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { createPatient, updatePatient } from '#db/api/patients/patients.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { changesIdentity, PatientForm, patientProblem } from '#db/patients/patient-form.ts';
import type { ShownPatient } from '#db/patients/shown-patient.ts';
import { describeField } from '#db/values/field-types.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

const today = (): string => new Date().toISOString().slice(0, 10);

const ReasonText = describeField(z.string().max(500).default(''), {
  label: 'Reason',
  hint: 'You are changing what identifies this patient.',
  input: 'area',
});

/** Form values with a reason, which changes of identifying fields need. */
const inputSchemaFor = (patient: ShownPatient | null) =>
  PatientForm.extend({ reason: ReasonText }).superRefine(({ reason, ...form }, context) => {
    const problem = patientProblem(form, today());
    if (problem) context.addIssue({ code: 'custom', path: ['dob'], message: problem });
    if (patient && changesIdentity(patient, form) && reason.trim() === '')
      context.addIssue({ code: 'custom', path: ['reason'], message: MESSAGES.reasonRequired });
  });

const defaultsOf = (patient: ShownPatient | null) =>
  patient
    ? {
        firstName: patient.firstName,
        lastName: patient.lastName,
        dob: patient.dob,
        medicalRecordNumber: patient.medicalRecordNumber,
        sexAtBirth: patient.sexAtBirth,
        email: patient.email ?? '',
        phone: patient.phone ?? '',
        reason: '',
      }
    : { sexAtBirth: null, email: '', phone: '', reason: '' };

const PatientField = fieldOf<ReturnType<typeof inputSchemaFor>>();

function Fields() {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <PatientField name="firstName" />
      <PatientField name="lastName" />
      <PatientField name="dob" />
      <PatientField name="medicalRecordNumber" />
      <PatientField name="sexAtBirth" />
      <PatientField name="email" />
      <PatientField name="phone" />
    </div>
  );
}

function ReasonField({ patient }: { patient: ShownPatient }) {
  const [firstName, lastName, dob, medicalRecordNumber] = useWatch({
    name: ['firstName', 'lastName', 'dob', 'medicalRecordNumber'],
  });
  if (!changesIdentity(patient, { firstName, lastName, dob, medicalRecordNumber })) return null;
  return <PatientField name="reason" required />;
}

interface PatientDialogProps {
  open: boolean;
  /** Null adds a new one. */
  patient: ShownPatient | null;
  onClose(): void;
  onSaved?(patientId: string): void;
}

/** Adds or edits a patient. */
export function PatientDialog({ open, patient, onClose, onSaved }: PatientDialogProps) {
  const create = useCallMutation(createPatient, { onSuccess: () => toast.success('Patient entered') });
  const update = useCallMutation(updatePatient, { onSuccess: () => toast.success('Patient saved') });
  const error = create.error ?? update.error;
  return (
    <Dialog open={open} title={patient ? 'Edit patient' : 'New patient'} onClose={onClose}>
      <Form
        schema={inputSchemaFor(patient)}
        defaults={defaultsOf(patient)}
        onSubmit={async ({ reason, ...form }) => {
          const saved = patient
            ? update.mutateAsync({
                params: { id: patient.id },
                body: { form, seenVersion: patient.version, reason: reason.trim() || null },
              })
            : create.mutateAsync({ body: form });
          await saved.then(
            ({ id }) => {
              onClose();
              onSaved?.(id);
            },
            () => undefined,
          );
        }}
      >
        {error && <Notice tone="danger" title={errorText(error)} />}
        <Fields />
        {patient && <ReasonField patient={patient} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>{patient ? 'Save patient' : 'Add patient'}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
