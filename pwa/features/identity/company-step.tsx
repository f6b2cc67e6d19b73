import type { LucideIcon } from 'lucide-react';
import { Building2, FlaskConical, GraduationCap, Stethoscope } from 'lucide-react';
import { useController } from 'react-hook-form';
import { COMPANY_TYPE, type CompanyType, companyTypesOf } from '#db/organizations/company-type.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';

const TYPE_DISPLAY: Record<CompanyType, { icon: LucideIcon; note: string }> = {
  COMPANY: { icon: Building2, note: 'Biotech, pharma, industry' },
  UNIVERSITY: { icon: GraduationCap, note: 'A university or one of its labs' },
  CLINIC: { icon: Stethoscope, note: 'Tests for patients' },
  RESEARCH: { icon: FlaskConical, note: 'An institute without teaching' },
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
