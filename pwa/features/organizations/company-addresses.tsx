import { MapPin, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  addAddress,
  removeAddress,
  setDefaultAddress,
  updateAddress,
} from '#db/api/organizations/company-addresses.ts';
import { ADDRESS_KIND, ADDRESS_KINDS, type AddressKind, addressLine } from '#db/organizations/address.ts';
import { AddressForm } from '#db/organizations/company-form.ts';
import type { ShownAddress, ShownCompany } from '#db/organizations/shown-company.ts';
import { formatPhone } from '#db/values/phone.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Badge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { AddressFields } from '#pwa/ui/form/address-fields.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';

const KINDS = ADDRESS_KINDS.map((value) => ({ value, label: ADDRESS_KIND[value] }));

interface AddressDialogProps {
  open: boolean;
  companyId: string;
  /** Null adds a new address. */
  address: ShownAddress | null;
  onClose(): void;
}

/** Adds or edits an address. */
function AddressDialog({ open, companyId, address, onClose }: AddressDialogProps) {
  const add = useCallMutation(addAddress, { onSuccess: () => toast.success('Address added') });
  const update = useCallMutation(updateAddress, { onSuccess: () => toast.success('Address saved') });
  const error = add.error ?? update.error;
  const { id, ...known } = address ?? { id: null };
  return (
    <Dialog open={open} title={address ? 'Edit address' : 'New address'} onClose={onClose}>
      <Form
        schema={AddressForm}
        defaults={address ? known : { country: 'US', isDefault: false }}
        onSubmit={async (body) => {
          const call = id
            ? update.mutateAsync({ params: { id: companyId, addressId: id }, body })
            : add.mutateAsync({ params: { id: companyId }, body });
          await call.then(onClose, () => undefined);
        }}
      >
        {error && <Notice tone="danger" title={errorText(error)} />}
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
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>Save address</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function AddressText({ address }: { address: ShownAddress }) {
  const { attention, line1, line2, city, state, postalCode, country, phone } = address;
  const lines = [
    attention,
    line1,
    line2,
    `${city}, ${state} ${postalCode}`,
    country,
    phone && formatPhone(phone),
  ];
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {ADDRESS_KIND[address.kind]}
        {address.isDefault && <Badge>Default</Badge>}
      </p>
      {lines.filter(Boolean).map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </div>
  );
}

/** Billing, shipping and office addresses of an organization. */
export function CompanyAddresses({ company, edits }: { company: ShownCompany; edits: boolean }) {
  const [openAddress, setOpenAddress] = useState<ShownAddress | 'new' | null>(null);
  const [removing, setRemoving] = useState<ShownAddress | null>(null);
  const makeDefault = useCallMutation(setDefaultAddress, {
    onSuccess: () => toast.success('Default changed'),
  });
  const remove = useCallMutation(removeAddress, { onSuccess: () => toast.success('Address removed') });
  const error = makeDefault.error ?? remove.error;
  const paramsOf = (address: ShownAddress) => ({ id: company.id, addressId: address.id });
  const existing = openAddress === 'new' ? null : openAddress;
  return (
    <Section
      title="Addresses"
      actions={
        edits && (
          <Button variant="quiet" icon={Plus} onClick={() => setOpenAddress('new')}>
            Add
          </Button>
        )
      }
    >
      {error && <Notice tone="danger" title={errorText(error)} />}
      {company.addresses.length === 0 && (
        <EmptyState icon={MapPin} title="No address yet">
          {edits ? 'Add a billing address: orders need one.' : 'A manager adds the first.'}
        </EmptyState>
      )}
      <ul className="grid gap-4 md:grid-cols-2">
        {company.addresses.map((address) => (
          <li key={address.id} className="flex items-start gap-2">
            <AddressText address={address} />
            {edits && (
              <ActionsMenu
                actions={[
                  { label: 'Edit', onSelect: () => setOpenAddress(address) },
                  {
                    label: 'Make default',
                    disabled: address.isDefault,
                    onSelect: () => makeDefault.mutate({ params: paramsOf(address), body: {} }),
                  },
                  { label: 'Remove', danger: true, onSelect: () => setRemoving(address) },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      <AddressDialog
        key={existing?.id ?? String(openAddress)}
        open={openAddress !== null}
        companyId={company.id}
        address={existing}
        onClose={() => setOpenAddress(null)}
      />
      <ConfirmDialog
        open={removing !== null}
        title="Remove this address?"
        confirmLabel="Remove address"
        danger
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) remove.mutate({ params: paramsOf(removing), body: {} });
          setRemoving(null);
        }}
      >
        {removing && <p>{addressLine(removing)}</p>}
      </ConfirmDialog>
    </Section>
  );
}
