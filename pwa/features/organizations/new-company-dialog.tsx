import { createCompany } from '#db/api/organizations/companies.ts';
import { NewCompany } from '#db/organizations/company-form.ts';
import { COMPANY_TYPE, type CompanyType, companyTypesOf } from '#db/organizations/company-type.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { CompanyLabels } from './use-company.ts';

const NewCompanyInput = NewCompany.pick({ name: true, type: true, employerIdentificationNumber: true });

interface NewCompanyDialogProps {
  open: boolean;
  labels: CompanyLabels;
  onClose(): void;
  onCreated(companyId: string): void;
}

/** Staff add a customer; further fields are filled in on its page. */
export function NewCompanyDialog({ open, labels, onClose, onCreated }: NewCompanyDialogProps) {
  const create = useCallMutation(createCompany, {
    onSuccess: ({ id, name }) => {
      toast.success(`${name} was created`);
      onCreated(id);
    },
  });
  const entity = useSession().session?.entity;
  const types = companyTypesOf(entity ?? 'WBL');
  return (
    <Dialog open={open} title={`New ${labels.one.toLowerCase()}`} onClose={onClose}>
      <Form
        schema={NewCompanyInput}
        defaults={{ name: '', employerIdentificationNumber: '' }}
        onSubmit={async (body) => {
          await create.mutateAsync({ body }).catch(() => undefined);
        }}
      >
        {create.error && <Notice tone="danger" title={errorText(create.error)} />}
        <FormField name="name" label="Name" required empty="">
          {(control) => <TextInput {...control} maxLength={200} />}
        </FormField>
        <FormField<CompanyType | ''> name="type" label="Type" required empty="" message="Type is required">
          {(control) => (
            <Select {...control} options={types.map((value) => ({ value, label: COMPANY_TYPE[value] }))} />
          )}
        </FormField>
        <FormField name="employerIdentificationNumber" label="Employer identification number" empty="">
          {(control) => <TextInput {...control} placeholder="NN-NNNNNNN" code />}
        </FormField>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>{`Create ${labels.one.toLowerCase()}`}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
