import { useQuery } from '@tanstack/react-query';
import { CompanyPage } from '#db/organizations/shown-company.ts';
import { callApi } from '#pwa/api/client.ts';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import type { ServerList } from '#pwa/ui/list/server-list.tsx';
import { FilterField } from './filter-field.tsx';

const query = { limit: 500, sort: 'name:asc' };

interface CompanyFilterProps {
  list: Pick<ServerList<unknown>, 'filter' | 'setFilter'>;
}

/** Filters by the organization of the user who acted. */
export function CompanyFilter({ list }: CompanyFilterProps) {
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
        <Combobox
          id={id}
          options={options}
          placeholder="Any company"
          value={list.filter('companyId')[0] ?? ''}
          onChange={(companyId) => list.setFilter('companyId', companyId)}
        />
      )}
    </FilterField>
  );
}
