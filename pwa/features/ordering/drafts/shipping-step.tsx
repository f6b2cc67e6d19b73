import type { ReactNode } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import { DraftChanges } from '#db/ordering/drafts/draft-form.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { missingParts } from '#db/ordering/orders/order-address.ts';
import {
  SHIPMENT_TEMPERATURE,
  SHIPMENT_TEMPERATURES,
  type ShipmentTemperature,
} from '#db/ordering/orders/order-terms.ts';
import { receivingLine } from '#db/organizations/entity-profile.ts';
import { AddressFields } from '#pwa/ui/form/address-fields.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { type AddressEntries, addressEntries, isWritten, wholeNumber } from './draft-entries.ts';
import { includesLabel, isSponsored } from './price-panel.tsx';
import { useStepForm } from './step-form.ts';
import { type StepProps, useSaver } from './wizard-steps.ts';

const TEMPERATURES = SHIPMENT_TEMPERATURES.map((value) => ({ value, label: SHIPMENT_TEMPERATURE[value] }));

/** The collection kits that the lab sends first, for an order of a campaign. */
function KitsPart({ onChosen }: { onChosen(): void }) {
  const kitCount: unknown = useWatch({ name: 'kitCount' });
  return (
    <section aria-label="Collection kits" className="flex flex-col gap-3">
      <h3 className="font-semibold">Collection kits</h3>
      <p className="-mt-2 text-ink-soft text-sm">
        The lab sends them to the shipping address as soon as the order is accepted. Leave the number empty if
        none are needed.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField name="kitCount" label="Kits" empty="">
          {(control) => <TextInput {...control} inputMode="numeric" />}
        </FormField>
        {typeof kitCount === 'string' && kitCount.trim() !== '' && (
          <FormField name="kitTemperature" label="Kits are sent" required empty="">
            {(control) => (
              <Select
                {...control}
                options={TEMPERATURES}
                onChange={(temperature) => {
                  control.onChange(temperature);
                  onChosen();
                }}
              />
            )}
          </FormField>
        )}
      </div>
    </section>
  );
}

interface Entries {
  carrier: string;
  trackingNumber: string;
  packageCount: string;
  /** Empty for none; null where an order has no kits. */
  kitCount: string | null;
  kitTemperature: ShipmentTemperature | '';
  shippingAddress: AddressEntries;
}

/** Convert the requested kits; omitted where the order has none. */
function kitsOf({ kitCount, kitTemperature }: Pick<Entries, 'kitCount' | 'kitTemperature'>) {
  if (kitCount === null) return {};
  return kitCount.trim() === ''
    ? { kitCount: null }
    : { kitCount: Number(kitCount), kitTemperature: kitTemperature || 'AMBIENT' };
}

const Shipping = z.preprocess(
  ({ kitCount, kitTemperature, ...entries }: Entries) => ({
    ...entries,
    ...kitsOf({ kitCount, kitTemperature }),
    packageCount: wholeNumber(entries.packageCount),
    shippingAddress: isWritten(entries.shippingAddress) ? entries.shippingAddress : null,
  }),
  DraftChanges,
);

const valuesOf = ({ order }: ShownDraft): Entries => ({
  carrier: order.carrier ?? '',
  trackingNumber: order.trackingNumber ?? '',
  packageCount: String(order.packageCount),
  kitCount: isSponsored(order) ? String(order.kitCount ?? '') : null,
  kitTemperature: order.kitTemperature ?? 'AMBIENT',
  shippingAddress: addressEntries(order.shippingAddress),
});

/** The draft data that the comparison of the lab's carriers needs. */
interface DraftRatesProps {
  orderId: string;
  /** The saved data on which the price depends; null without a sender address. */
  basis: string | null;
  selected: string | null;
  onChosen(): Promise<unknown>;
}
/** The selection of a carrier's service, from another feature. */
export type DraftRates = (props: DraftRatesProps) => ReactNode;

function basisOf({ order }: ShownDraft): string | null {
  const { packageCount, packageType, shippingAddress, billingAddress } = order;
  const from = [shippingAddress, billingAddress].find((address) => missingParts(address).length === 0);
  return from ? JSON.stringify([packageCount, packageType, from]) : null;
}

interface ShippingProps extends StepProps {
  rates: DraftRates;
}

/** Step 5: the shipment to the lab, and the address for kits and returned material. */
export function ShippingStep(props: ShippingProps) {
  const { draft, operations } = props;
  const { form, savePart, saveAll } = useStepForm({ ...props, step: 'shipping', schema: Shipping, valuesOf });
  useSaver(props.saver, (leaving) => (leaving ? savePart() : saveAll()));
  // Staff order for somebody else, so their own details are not prefilled.
  const forOthers = isOneOf(operations.role, STAFF_ROLES);
  const addressTitle = forOthers ? 'Shipping address of the customer' : 'Your shipping address';
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => event.preventDefault()}
        onBlur={() => void savePart()}
      >
        {isSponsored(draft.order) && <KitsPart onChosen={() => void savePart()} />}
        {may(operations.role, 'shipping:create') && (
          <section aria-label="Use a prepaid label" className="flex flex-col gap-2">
            <h3 className="font-semibold">Use a prepaid label</h3>
            <p className="text-ink-soft text-sm">
              Its price is part of the total. Print it on the order page once the order is accepted.
            </p>
            {props.rates({
              orderId: draft.order.id,
              basis: basisOf(draft),
              selected: includesLabel(draft) ? draft.order.carrier : null,
              onChosen: operations.reload,
            })}
          </section>
        )}
        <h3 className="font-semibold">{forOthers ? 'Use the customer’s carrier' : 'Use your own carrier'}</h3>
        <p className="-mt-3 text-ink-soft text-sm">
          {`Send it to ${receivingLine(draft.order.entity)}. Enter the tracking number now or after you ship.`}
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
        <section aria-label={addressTitle} className="flex flex-col gap-3">
          <h3 className="font-semibold">{addressTitle}</h3>
          <p className="text-ink-soft text-sm">For kits and returned material.</p>
          <AddressFields name="shippingAddress" kind="shipping" />
        </section>
      </form>
    </FormProvider>
  );
}
