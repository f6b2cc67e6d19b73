import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { createPatient, updatePatient } from '#db/api/patients/patients.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { SEX_AT_BIRTH, SEXES_AT_BIRTH, type SexAtBirth } from '#db/patients/patient.ts';
import { changesIdentity, PatientForm, patientProblem } from '#db/patients/patient-form.ts';
import type { ShownPatient } from '#db/patients/shown-patient.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { PhoneInput } from '#pwa/ui/form/phone-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea, TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

const SEXES = SEXES_AT_BIRTH.map((value) => ({ value, label: SEX_AT_BIRTH[value] }));
const today = (): string => new Date().toISOString().slice(0, 10);

/** Form values with a reason, which changes of identifying fields need. */
const inputSchemaFor = (patient: ShownPatient | null) =>
  PatientForm.extend({ reason: z.string().max(500).default('') }).superRefine(
    ({ reason, ...form }, context) => {
      const problem = patientProblem(form, today());
      if (problem) context.addIssue({ code: 'custom', path: ['dob'], message: problem });
      if (patient && changesIdentity(patient, form) && reason.trim() === '')
        context.addIssue({ code: 'custom', path: ['reason'], message: MESSAGES.reasonRequired });
    },
  );

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

function Fields() {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <FormField name="firstName" label="First name" required empty="">
        {(control) => <TextInput {...control} maxLength={100} />}
      </FormField>
      <FormField name="lastName" label="Last name" required empty="">
        {(control) => <TextInput {...control} maxLength={100} />}
      </FormField>
      <FormField name="dob" label="Date of birth" required empty="" message="Date of birth is required">
        {(control) => <TextInput {...control} type="date" />}
      </FormField>
      <FormField name="medicalRecordNumber" label="Medical record number" required empty="">
        {(control) => <TextInput {...control} maxLength={60} code />}
      </FormField>
      <FormField<SexAtBirth | ''> name="sexAtBirth" label="Sex at birth" empty="">
        {(control) => <Select<SexAtBirth> {...control} placeholder="Not known" options={SEXES} />}
      </FormField>
      <FormField name="email" label="Email" empty="">
        {(control) => <TextInput {...control} type="email" maxLength={254} />}
      </FormField>
      <FormField name="phone" label="Phone" empty="">
        {(control) => <PhoneInput {...control} />}
      </FormField>
    </div>
  );
}

function ReasonField({ patient }: { patient: ShownPatient }) {
  const [firstName, lastName, dob, medicalRecordNumber] = useWatch({
    name: ['firstName', 'lastName', 'dob', 'medicalRecordNumber'],
  });
  if (!changesIdentity(patient, { firstName, lastName, dob, medicalRecordNumber })) return null;
  return (
    <FormField
      name="reason"
      label="Reason"
      required
      empty=""
      hint="You are changing what identifies this patient."
    >
      {(control) => <TextArea {...control} maxLength={500} />}
    </FormField>
  );
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
          <Button onClick={onClose}>Back</Button>
          <SubmitButton>{patient ? 'Save patient' : 'Enter patient'}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
