import { useQuery } from '@tanstack/react-query';
import { CompanyPage } from '#db/organizations/shown-company.ts';
import { callApi } from '#pwa/api/client.ts';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { FilterField } from './filter-field.tsx';

const query = { limit: 500, sort: 'name:asc' };

interface CompanyFilterProps {
  companyId: string;
  onChange(companyId: string): void;
}

/** Shows only what people of one company did. */
export function CompanyFilter({ companyId, onChange }: CompanyFilterProps) {
  const { data } = useQuery({
    queryKey: ['/api/companies', query],
    queryFn: ({ signal }) => callApi({ path: '/api/companies', query, answer: CompanyPage, signal }),
    networkMode: 'always',
  });
  const options = (data?.rows ?? []).map(({ id, name, place }) => ({
    value: id,
    label: name,
    ...(place ? { note: place } : {}),
  }));
  return (
    <FilterField label="Company of the person">
      {(id) => (
        <Combobox id={id} options={options} placeholder="Any company" value={companyId} onChange={onChange} />
      )}
    </FilterField>
  );
}
