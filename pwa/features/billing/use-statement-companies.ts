import { useQuery } from '@tanstack/react-query';
import { CompanyPage } from '#db/organizations/shown-company.ts';
import { callApi } from '#pwa/api/client.ts';
import type { Option } from '#pwa/ui/form/option.ts';

const path = '/api/companies';
const query = { limit: 500, sort: 'name:asc' };

/** Organizations for a statement: every one that this user sees. Undefined while they load. */
export function useStatementCompanies() {
  const { data, error, refetch } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => callApi({ path, query, answer: CompanyPage, signal }),
    networkMode: 'always',
  });
  const companies = data?.rows.map(
    ({ id: value, name: label, place }): Option<string> => ({
      value,
      label,
      ...(place ? { note: place } : {}),
    }),
  );
  return { companies, error, refetch };
}
