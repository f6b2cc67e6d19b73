import { ADDRESS_KIND, ADDRESS_KINDS, type AddressKind } from '#db/organizations/address-kind.ts';
import { AddressForm } from '#db/organizations/company-form.ts';
import type { ShownAddress } from '#db/organizations/shown-company.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { AddressFields } from '#pwa/ui/form/address-fields.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { errorText, useCompanyOperation } from './use-company.ts';

const KINDS = ADDRESS_KINDS.map((value) => ({ value, label: ADDRESS_KIND[value] }));

interface AddressDialogProps {
  open: boolean;
  companyId: string;
  /** Null adds a new address. */
  address: ShownAddress | null;
  onClose(): void;
}

/** Adds or edits an address. */
export function AddressDialog({ open, companyId, address, onClose }: AddressDialogProps) {
  const operation = useCompanyOperation(companyId);
  const { id, ...known } = address ?? { id: null };
  return (
    <Dialog open={open} title={address ? 'Edit address' : 'New address'} onClose={onClose}>
      <Form
        schema={AddressForm}
        defaults={address ? known : { country: 'US', isDefault: false }}
        onSubmit={async (data) => {
          const call = id
            ? operation.mutateAsync({ path: `/addresses/${id}`, data, done: 'Address saved' })
            : operation.mutateAsync({ path: '/addresses', method: 'POST', data, done: 'Address added' });
          await call.then(onClose, () => undefined);
        }}
      >
        {operation.error && <Notice tone="danger" title={errorText(operation.error)} />}
        {!address && (
          <FormField<AddressKind | ''> name="kind" label="Kind" required empty="" message="Kind is required">
            {(control) => <Select {...control} options={KINDS} />}
          </FormField>
        )}
        <AddressFields kind={address?.kind === 'BILLING' ? 'billing' : 'shipping'} />
        <FormField name="isDefault" label="Default" empty={false}>
          {(control) => <Checkbox {...control} label="Taken unless another one is chosen" />}
        </FormField>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <SubmitButton>Save address</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
