import { listCompanies } from '#db/api/organizations/companies.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';

/** The organization for which staff create an order. */
export function CompanyChoice({
  value,
  missing,
  onChange,
}: {
  value: string;
  /** True after an attempt to create an order without an organization. */
  missing: boolean;
  onChange(id: string): void;
}) {
  const companies = useCall(listCompanies, { query: { sort: 'name:asc', limit: 500 } });
  return (
    <Field
      label="Organization"
      required
      hint="Whom the order is for."
      error={
        companies.isError
          ? errorText(companies.error)
          : missing
            ? 'Choose the organization that the order is for.'
            : null
      }
    >
      {(control) => (
        <Combobox
          {...control}
          value={value}
          onChange={onChange}
          disabled={!companies.data}
          options={(companies.data?.rows ?? []).map(({ id, name, place }) => ({
            value: id,
            label: name,
            ...(place ? { note: place } : {}),
          }))}
        />
      )}
    </Field>
  );
}
