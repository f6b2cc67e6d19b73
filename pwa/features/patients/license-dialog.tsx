import { useWatch } from 'react-hook-form';
import { listClinicians, submitLicense, updateLicense } from '#db/api/patients/clinician-licenses.ts';
import {
  CLINICIAN_DESIGNATION,
  CLINICIAN_DESIGNATIONS,
  type ClinicianDesignation,
} from '#db/patients/clinician-license.ts';
import { LicenseForm, licenseProblem } from '#db/patients/license-form.ts';
import type { ListedLicense } from '#db/patients/shown-license.ts';
import { Id } from '#db/values/id.ts';
import type { UsState } from '#db/values/us-state.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { StateSelect } from '#pwa/ui/form/state-select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

/** Convert a license to form values; missing ones are empty. */
export const toLicenseForm = (license: ListedLicense) => {
  const { designation, licenseNumber, state, npi, issuedOn, expiresOn, fileId } = license;
  return {
    designation,
    licenseNumber: licenseNumber ?? '',
    state,
    npi: npi ?? '',
    issuedOn: issuedOn ?? '',
    expiresOn,
    fileId,
  };
};

const DESIGNATIONS = CLINICIAN_DESIGNATIONS.map((value) => ({ value, label: CLINICIAN_DESIGNATION[value] }));
const today = (): string => new Date().toISOString().slice(0, 10);

const NUMBERED = (designation: unknown): boolean => designation !== 'NON_LICENSED_PROVIDER';
// Validated together with the other fields, not after they are corrected.
const always = { when: () => true };

/** Form values of the user's own license, or of one added for a clinician of the clinic. */
const inputSchemaFor = (requiresClinician: boolean) =>
  LicenseForm.extend({ userId: Id.optional() })
    .refine(({ userId }) => !requiresClinician || userId, {
      ...always,
      path: ['userId'],
      message: 'Clinician is required',
    })
    .refine(({ designation, licenseNumber }) => !NUMBERED(designation) || licenseNumber, {
      ...always,
      path: ['licenseNumber'],
      message: 'License number is required',
    })
    .superRefine(({ userId: _, ...form }, context) => {
      const problem = licenseProblem(form, today());
      if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message });
    });

function ClinicianField() {
  const { data } = useCall(listClinicians, {});
  const options = (data ?? []).map(({ userId, name, email }) => ({
    value: userId,
    label: name,
    note: email,
  }));
  return (
    <FormField name="userId" label="Clinician" required empty="" message="Clinician is required">
      {(control) => <Combobox {...control} options={options} placeholder="Name or email" />}
    </FormField>
  );
}

function Fields() {
  const numbered = NUMBERED(useWatch({ name: 'designation' }));
  return (
    <>
      <FormField<ClinicianDesignation | ''>
        name="designation"
        label="Designation"
        required
        empty=""
        message="Designation is required"
      >
        {(control) => <Combobox {...control} options={DESIGNATIONS} />}
      </FormField>
      <div className="grid grid-cols-2 gap-3">
        {numbered && (
          <FormField name="licenseNumber" label="License number" required empty="">
            {(control) => <TextInput {...control} maxLength={60} code />}
          </FormField>
        )}
        <FormField<UsState | ''> name="state" label="State" required empty="" message="State is required">
          {(control) => <StateSelect {...control} />}
        </FormField>
        <FormField name="npi" label="NPI" empty="" hint="Lets the registry check it">
          {(control) => <NumberInput {...control} />}
        </FormField>
        <FormField name="issuedOn" label="Issued on" empty="">
          {(control) => <TextInput {...control} type="date" />}
        </FormField>
        <FormField name="expiresOn" label="Expires on" required empty="">
          {(control) => <TextInput {...control} type="date" />}
        </FormField>
      </div>
      {!numbered && (
        <Notice tone="info" title="A Non-Licensed Provider cannot be the ordering physician.">
          Another clinician with a verified license places the orders.
        </Notice>
      )}
    </>
  );
}

interface LicenseDialogProps {
  open: boolean;
  /** Null adds a new one. */
  license: ListedLicense | null;
  /** True when added for a clinician of the clinic instead of the user. */
  forOthers: boolean;
  onClose(): void;
}

/** Adds or corrects a license; it is verified before orders can name the clinician. */
export function LicenseDialog({ open, license, forOthers, onClose }: LicenseDialogProps) {
  const submit = useCallMutation(submitLicense, { onSuccess: () => toast.success('License submitted') });
  const update = useCallMutation(updateLicense, { onSuccess: () => toast.success('License saved') });
  const error = submit.error ?? update.error;
  return (
    <Dialog open={open} title={license ? 'Edit license' : 'New license'} onClose={onClose}>
      <Form
        schema={inputSchemaFor(!license && forOthers)}
        defaults={
          license ? toLicenseForm(license) : { licenseNumber: '', npi: '', issuedOn: '', fileId: null }
        }
        onSubmit={async ({ userId, ...form }) => {
          const licenseNumber = NUMBERED(form.designation) ? form.licenseNumber : null;
          const typed = { ...form, licenseNumber };
          const saved = license
            ? update.mutateAsync({
                params: { id: license.id },
                body: { ...typed, seenVersion: license.version },
              })
            : submit.mutateAsync({ body: { ...typed, ...(userId ? { userId } : {}) } });
          await saved.then(onClose, () => undefined);
        }}
      >
        {error && <Notice tone="danger" title={errorText(error)} />}
        {license?.status === 'VERIFIED' && (
          <Notice tone="warning" title="What you change here is checked again.">
            Until then you cannot place orders with this license.
          </Notice>
        )}
        {!license && forOthers && <ClinicianField />}
        <Fields />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <SubmitButton>{license ? 'Save license' : 'Submit license'}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
