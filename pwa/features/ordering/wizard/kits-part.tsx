import { useWatch } from 'react-hook-form';
import { SHIPMENT_TEMPERATURE, SHIPMENT_TEMPERATURES } from '#db/ordering/shipment-temperature.ts';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';

const TEMPERATURES = SHIPMENT_TEMPERATURES.map((value) => ({ value, label: SHIPMENT_TEMPERATURE[value] }));

/** The collection kits that the lab sends first, for an order of a campaign. */
export function KitsPart({ onChosen }: { onChosen(): void }) {
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
