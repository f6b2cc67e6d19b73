import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { DraftChanges } from '#db/ordering/draft-form.ts';
import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { AddressFields } from '#pwa/ui/form/address-fields.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { type AddressEntries, addressEntries, isWritten, wholeNumber } from './entries.ts';
import { type StepProps, useSaver, useStepForm } from './use-step-form.ts';

interface Entries {
  carrier: string;
  trackingNumber: string;
  packageCount: string;
  shippingAddress: AddressEntries;
}

const Shipping = z.preprocess(
  (entries: Entries) => ({
    ...entries,
    packageCount: wholeNumber(entries.packageCount),
    shippingAddress: isWritten(entries.shippingAddress) ? entries.shippingAddress : null,
  }),
  DraftChanges,
);

const valuesOf = ({ order }: ShownDraft): Entries => ({
  carrier: order.carrier ?? '',
  trackingNumber: order.trackingNumber ?? '',
  packageCount: String(order.packageCount),
  shippingAddress: addressEntries(order.shippingAddress),
});

/** Step 5: the package to the lab, and where kits and material go back to. */
export function ShippingStep(props: StepProps) {
  const { form, savePart, saveAll } = useStepForm({ ...props, step: 'shipping', schema: Shipping, valuesOf });
  useSaver(props.saver, (leaving) => (leaving ? savePart() : saveAll()));
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => event.preventDefault()}
        onBlur={() => void savePart()}
      >
        <p className="text-ink-soft">
          Send the package with a carrier of your choice. You can enter the tracking number now or when it is
          on its way. To buy a label of the lab instead, leave this empty: it is offered on the page of the
          order once the order is accepted.
        </p>
        <div className="grid gap-4 sm:grid-cols-3">
          <FormField name="carrier" label="Carrier" empty="">
            {(control) => <TextInput {...control} placeholder="For example FedEx" />}
          </FormField>
          <FormField name="trackingNumber" label="Tracking number" empty="">
            {(control) => <TextInput {...control} code />}
          </FormField>
          <FormField name="packageCount" label="Packages" required empty="">
            {(control) => <TextInput {...control} inputMode="numeric" />}
          </FormField>
        </div>
        <section aria-label="Your shipping address" className="flex flex-col gap-3">
          <h3 className="font-semibold">Your shipping address</h3>
          <p className="text-ink-soft text-sm">Where kits and material that is sent back go.</p>
          <AddressFields name="shippingAddress" kind="shipping" />
        </section>
      </form>
    </FormProvider>
  );
}
