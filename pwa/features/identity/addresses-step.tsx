import { useFormContext, useWatch } from 'react-hook-form';
import { AddressFields } from '#pwa/ui/form/address-fields.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { type AccountEntries, EMPTY_ADDRESS } from './account-draft.ts';

/** Billing address, and a shipping address when it differs. */
export function AddressesStep() {
  const { control, setValue } = useFormContext<AccountEntries>();
  const same = useWatch({ control, name: 'company.shippingAddress' }) === null;
  return (
    <div className="flex flex-col gap-5">
      <section aria-labelledby="billing-address">
        <h3 id="billing-address" className="mb-3 font-semibold">
          Billing address
        </h3>
        <AddressFields name="company.billingAddress" kind="billing" />
      </section>
      <Checkbox
        label="Packages go to the same address"
        value={same}
        onChange={(checked) => setValue('company.shippingAddress', checked ? null : EMPTY_ADDRESS)}
      />
      {!same && (
        <section aria-labelledby="shipping-address">
          <h3 id="shipping-address" className="mb-3 font-semibold">
            Shipping address
          </h3>
          <AddressFields name="company.shippingAddress" kind="shipping" />
        </section>
      )}
    </div>
  );
}
