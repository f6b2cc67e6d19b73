import { Building2, FlaskConical, GraduationCap, type LucideIcon, Plus, Stethoscope, X } from 'lucide-react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { COMPANY_TYPE, type CompanyType, companyTypesOf } from '#db/organizations/company-type.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { Button } from '#pwa/ui/button.tsx';
import { AddressFields } from '#pwa/ui/form/address-fields.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { type AccountEntries, EMPTY_ADDRESS } from './account-form.ts';

const TYPE_DISPLAY: Record<CompanyType, { icon: LucideIcon; note: string }> = {
  COMPANY: { icon: Building2, note: 'Biotech, pharma, industry' },
  UNIVERSITY: { icon: GraduationCap, note: 'A university or one of its labs' },
  CLINIC: { icon: Stethoscope, note: 'Tests for patients' },
  RESEARCH: { icon: FlaskConical, note: 'Research institute or hospital' },
};

/** Format 123456789 as 12-3456789, also during typing. */
function formatEin(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 9);
  return digits.length > 2 ? `${digits.slice(0, 2)}-${digits.slice(2)}` : digits;
}

/** Name and kind of the organization. Clinics cannot register at WBL. */
export function CompanyStep({ entity }: { entity: BusinessEntity }) {
  return (
    <div className="flex flex-col gap-5">
      <FormField name="company.name" label="Company name" required empty="">
        {(control) => <TextInput {...control} autoComplete="organization" />}
      </FormField>
      <TypeChoice types={companyTypesOf(entity)} />
      <FormField
        name="company.employerIdentificationNumber"
        label="Employer identification number (EIN)"
        hint="Nine digits, for invoices to organizations in the US."
        empty=""
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            placeholder="12-3456789"
            onChange={(typed) => control.onChange(formatEin(typed))}
          />
        )}
      </FormField>
    </div>
  );
}

function TypeChoice({ types }: { types: readonly CompanyType[] }) {
  const { field, fieldState } = useController({ name: 'company.type' });
  const error = fieldState.error?.message;
  return (
    <fieldset aria-describedby={error ? 'company-type-error' : undefined}>
      <legend className="mb-1 font-medium text-sm">
        Type{' '}
        <span data-tone="danger" aria-hidden className="text-tone-ink">
          *
        </span>
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {types.map((type) => {
          const { icon: Icon, note } = TYPE_DISPLAY[type];
          return (
            <label
              key={type}
              className="relative flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border border-line-strong bg-surface p-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink has-focus-visible:outline-3 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                data-invalid={error ? true : undefined}
                name={field.name}
                value={type}
                checked={field.value === type}
                onChange={() => field.onChange(type)}
                onBlur={field.onBlur}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Icon aria-hidden size={22} className="shrink-0" />
              <span className="min-w-0">
                <span className="block font-semibold">{COMPANY_TYPE[type]}</span>
                <span className="block text-sm">{note}</span>
              </span>
            </label>
          );
        })}
      </div>
      {error && (
        <p id="company-type-error" data-tone="danger" className="mt-1 font-medium text-sm text-tone-ink">
          {error}
        </p>
      )}
    </fieldset>
  );
}

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
        label="Shipping address is the same"
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

const MAX_EMAILS = 10;
const NAME = 'company.billingEmails';

/** Invoice recipients, and a summary of all entries before the submit. */
export function BillingStep({ onEdit }: { onEdit(step: number): void }) {
  const { control, setValue } = useFormContext<AccountEntries>();
  const emails = useWatch({ control, name: NAME });
  const remove = (place: number): void =>
    setValue(
      NAME,
      emails.filter((_, other) => other !== place),
      { shouldDirty: true },
    );
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        {emails.map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list
          <div key={place} className="flex w-full items-start gap-2">
            <div className="min-w-0 flex-1">
              <FormField name={`${NAME}.${place}`} label={`Billing email ${place + 1}`} required empty="">
                {(field) => <TextInput {...field} type="email" inputMode="email" autoComplete="email" />}
              </FormField>
            </div>
            <IconButton
              icon={X}
              label={`Remove billing email ${place + 1}`}
              className="mt-6"
              onClick={() => remove(place)}
            />
          </div>
        ))}
        {emails.length < MAX_EMAILS && (
          <Button icon={Plus} onClick={() => setValue(NAME, [...emails, ''], { shouldDirty: true })}>
            Add a billing email
          </Button>
        )}
      </div>
      <Review onEdit={onEdit} />
    </div>
  );
}

function Review({ onEdit }: { onEdit(step: number): void }) {
  const { getValues } = useFormContext<AccountEntries>();
  const { firstName, lastName, email, phone, company } = getValues();
  const { type, billingAddress, shippingAddress } = company;
  const placeOf = (address: typeof billingAddress): string =>
    [address.line1, address.line2, address.city, `${address.state} ${address.postalCode}`, address.country]
      .filter((part) => part.trim() !== '')
      .join(', ');
  const rows = [
    { step: 0, name: 'You', lines: [`${firstName} ${lastName}`, email, phone] },
    { step: 1, name: 'Company', lines: [company.name, type === '' ? '' : COMPANY_TYPE[type]] },
    {
      step: 2,
      name: 'Addresses',
      lines: [
        `Billing: ${placeOf(billingAddress)}`,
        `Shipping: ${shippingAddress ? placeOf(shippingAddress) : 'same as billing'}`,
      ],
    },
  ];
  return (
    <section aria-labelledby="review">
      <h3 id="review" className="mb-2 font-semibold">
        Review
      </h3>
      <div className="divide-y divide-line rounded-lg border border-line">
        {rows.map(({ step, name, lines }) => (
          <div key={name} className="flex items-start gap-3 p-3">
            <div className="min-w-0 flex-1">
              <p className="text-ink-soft text-sm">{name}</p>
              {lines.filter(Boolean).map((line) => (
                <p key={line} className="break-words">
                  {line}
                </p>
              ))}
            </div>
            <Button variant="quiet" aria-label={`Change: ${name}`} onClick={() => onEdit(step)}>
              Change
            </Button>
          </div>
        ))}
      </div>
    </section>
  );
}
