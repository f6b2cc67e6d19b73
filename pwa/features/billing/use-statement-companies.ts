import { useQuery } from '@tanstack/react-query';
import type { ListedInvoice } from '#db/billing/listed-invoice.ts';
import { CompanyPage } from '#db/organizations/shown-company.ts';
import { callApi } from '#pwa/api/client.ts';
import type { Option } from '#pwa/ui/form/option.ts';
import type { Desk } from './money-viewer.ts';

const path = '/api/companies';
const query = { limit: 500, sort: 'name:asc' };

/** Of whom a statement can be made: staff choose among all organizations, customers among those of their invoices. */
export function useStatementCompanies(
  desk: Desk,
  rows: readonly Pick<ListedInvoice, 'companyId' | 'companyName'>[],
): readonly Option<string>[] {
  const { data } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => callApi({ path, query, answer: CompanyPage, signal }),
    networkMode: 'always',
    enabled: desk === 'billing',
  });
  if (data)
    return data.rows.map(({ id: value, name: label, place }) => ({
      value,
      label,
      ...(place ? { note: place } : {}),
    }));
  return [...new Map(rows.map(({ companyId, companyName }) => [companyId, companyName]))].map(
    ([value, label]) => ({ value, label }),
  );
}
