import { ADDRESS_KIND, ADDRESS_KINDS, type AddressKind } from '#db/organizations/address-kind.ts';
import { AddressForm } from '#db/organizations/company-form.ts';
import type { ShownAddress } from '#db/organizations/shown-company.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { errorText, useCompanyAct } from './use-company.ts';

const KINDS = ADDRESS_KINDS.map((value) => ({ value, label: ADDRESS_KIND[value] }));

const line = (name: string, label: string, required: boolean, maxLength: number) => (
  <FormField name={name} label={label} required={required} empty="">
    {(control) => <TextInput {...control} maxLength={maxLength} />}
  </FormField>
);

interface AddressDialogProps {
  open: boolean;
  companyId: string;
  /** Null adds one. */
  address: ShownAddress | null;
  onClose(): void;
}

/** Adds an address or changes one. */
export function AddressDialog({ open, companyId, address, onClose }: AddressDialogProps) {
  const act = useCompanyAct(companyId);
  const { id, ...known } = address ?? { id: null };
  return (
    <Dialog open={open} title={address ? 'Edit address' : 'New address'} onClose={onClose}>
      <Form
        schema={AddressForm}
        defaults={address ? known : { country: 'US', isDefault: false }}
        onSubmit={async (data) => {
          const call = id
            ? act.mutateAsync({ path: `/addresses/${id}`, data, done: 'Address saved' })
            : act.mutateAsync({ path: '/addresses', method: 'POST', data, done: 'Address added' });
          await call.then(onClose, () => undefined);
        }}
      >
        {act.error && <Notice tone="danger" title={errorText(act.error)} />}
        {!address && (
          <FormField<AddressKind | ''> name="kind" label="Kind" required empty="" message="Kind is required">
            {(control) => <Select {...control} options={KINDS} />}
          </FormField>
        )}
        {line('attention', 'Attention', false, 100)}
        {line('line1', 'Address', true, 200)}
        {line('line2', 'Apartment, floor, door', false, 200)}
        {line('city', 'City', true, 100)}
        <div className="grid grid-cols-2 gap-3">
          {line('state', 'State', true, 100)}
          {line('postalCode', 'Postal code', true, 20)}
          {line('country', 'Country', true, 2)}
          {line('phone', 'Phone', false, 20)}
        </div>
        <FormField name="isDefault" label="Default" required empty={false}>
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
