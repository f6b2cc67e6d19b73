import { useWatch } from 'react-hook-form';
import { addressFormat } from '#db/values/address-format.ts';
import { COUNTRY_CODES, SELECT_A_STATE, US_STATES } from '#db/values/us-state.ts';
import { CountryPhoneInput } from './country-phone-input.tsx';
import { FormField } from './form-field.tsx';
import { Select } from './select.tsx';
import { TextInput } from './text-input.tsx';

const STATES = US_STATES.map((state) => ({ value: state, label: state }));
const names = new Intl.DisplayNames('en', { type: 'region' });
const COUNTRIES = COUNTRY_CODES.map((code) => ({ value: code, label: names.of(code) ?? code })).sort(
  (a, b) => (a.value === 'US' ? -1 : b.value === 'US' ? 1 : a.label.localeCompare(b.label)),
);

/**
 * The fields of one address as its country writes them; states are a select in the US and free text elsewhere. Without a `name` the form
 * itself is the address. `kind` is the section name for browser autofill.
 */
export function AddressFields({ name, kind }: { name?: string; kind: 'billing' | 'shipping' }) {
  const at = (part: string): string => (name ? `${name}.${part}` : part);
  const country: unknown = useWatch({ name: at('country') });
  const code = typeof country === 'string' ? country : 'US';
  const format = addressFormat(code);
  const fill = (part: string): string => `${kind} ${part}`;
  return (
    <div className="@container">
      <div className="grid gap-4 @sm:grid-cols-6">
        <div className="@sm:col-span-6">
          <FormField name={at('country')} label="Country" required empty="">
            {(control) => <Select {...control} options={COUNTRIES} placeholder="Select a country" />}
          </FormField>
        </div>
        <div className="@sm:col-span-4">
          <FormField name={at('line1')} label="Street address" required empty="">
            {(control) => <TextInput {...control} autoComplete={fill('address-line1')} />}
          </FormField>
        </div>
        <div className="@sm:col-span-2">
          <FormField name={at('line2')} label="Suite" empty="">
            {(control) => <TextInput {...control} autoComplete={fill('address-line2')} />}
          </FormField>
        </div>
        <div className="@sm:col-span-6 @xl:col-span-2">
          <FormField name={at('city')} label="City" required empty="">
            {(control) => <TextInput {...control} autoComplete={fill('address-level2')} />}
          </FormField>
        </div>
        {format.state && (
          <div className="@sm:col-span-3 @xl:col-span-2">
            <FormField
              name={at('state')}
              label={format.state.label}
              required={format.state.isRequired}
              empty=""
            >
              {(control) =>
                country === 'US' ? (
                  <Select {...control} options={STATES} placeholder={SELECT_A_STATE} />
                ) : (
                  <TextInput {...control} autoComplete={fill('address-level1')} />
                )
              }
            </FormField>
          </div>
        )}
        {format.postalCode && (
          <div className="@sm:col-span-3 @xl:col-span-2">
            <FormField
              name={at('postalCode')}
              label={format.postalCode.label}
              required={format.postalCode.isRequired}
              empty=""
            >
              {(control) => <TextInput {...control} autoComplete={fill('postal-code')} />}
            </FormField>
          </div>
        )}
        <div className="@sm:col-span-3">
          <FormField name={at('attention')} label="Attention" empty="">
            {(control) => <TextInput {...control} autoComplete={fill('name')} />}
          </FormField>
        </div>
        <div className="@sm:col-span-3">
          <FormField name={at('phone')} label="Phone" empty="">
            {(control) => <CountryPhoneInput {...control} country={code} autoComplete={fill('tel')} />}
          </FormField>
        </div>
      </div>
    </div>
  );
}
