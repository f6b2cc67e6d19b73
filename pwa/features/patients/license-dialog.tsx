import { useWatch } from 'react-hook-form';
import { listClinicians, submitLicense, updateLicense } from '#db/api/patients/clinician-licenses.ts';
import { LicenseForm, licenseProblem } from '#db/patients/license-form.ts';
import type { ListedLicense } from '#db/patients/shown-license.ts';
import { describeField } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { US_STATES } from '#db/values/us-state.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
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

const STATES = US_STATES.map((state) => ({ value: state, label: state }));
const today = (): string => new Date().toISOString().slice(0, 10);

const NUMBERED = (designation: unknown): boolean => designation !== 'NON_LICENSED_PROVIDER';
// Validated together with the other fields, not after they are corrected.
const always = { when: () => true };

const ClinicianId = describeField(Id.optional(), {
  label: 'Clinician',
  message: 'Clinician is required',
  placeholder: 'Name or email',
});

/** Form values of the user's own license, or of one added for a clinician of the clinic. */
const inputSchemaFor = (requiresClinician: boolean) =>
  LicenseForm.extend({ userId: ClinicianId })
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

const LicenseField = fieldOf<ReturnType<typeof inputSchemaFor>>();

function ClinicianField() {
  const { data } = useCall(listClinicians, {});
  const options = (data ?? []).map(({ userId, name, email }) => ({
    value: userId,
    label: name,
    note: email,
  }));
  return <LicenseField name="userId" required options={options} search />;
}

function Fields() {
  const numbered = NUMBERED(useWatch({ name: 'designation' }));
  return (
    <>
      <LicenseField name="designation" search />
      <div className="grid grid-cols-2 gap-3">
        {numbered && <LicenseField name="licenseNumber" required />}
        <LicenseField name="state" options={STATES} />
        <LicenseField name="npi" />
        <LicenseField name="issuedOn" />
        <LicenseField name="expiresOn" />
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
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>{license ? 'Save license' : 'Submit license'}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
