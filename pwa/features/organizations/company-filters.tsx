import { COMPANY_STATUS, COMPANY_STATUSES } from '#db/organizations/company-status.ts';
import { COMPANY_TYPE, COMPANY_TYPES } from '#db/organizations/company-type.ts';
import {
  COMPANY_VERIFICATION_STATUS,
  COMPANY_VERIFICATION_STATUSES,
} from '#db/organizations/company-verification-status.ts';
import { ListFilters } from '#pwa/ui/list/select-filter.tsx';
import type { ServerList } from '#pwa/ui/list/server-list.tsx';

const FILTERS = [
  {
    name: 'type',
    label: 'Type',
    any: 'All types',
    options: COMPANY_TYPES.map((value) => ({ value, label: COMPANY_TYPE[value] })),
  },
  {
    name: 'status',
    label: 'Status',
    any: 'Any status',
    options: COMPANY_STATUSES.map((value) => ({ value, label: COMPANY_STATUS[value].label })),
  },
  {
    name: 'verificationStatus',
    label: 'Verification',
    any: 'Any verification',
    options: COMPANY_VERIFICATION_STATUSES.map((value) => ({
      value,
      label: COMPANY_VERIFICATION_STATUS[value].label,
    })),
  },
] as const;

/** Names of the filters, shared by address and server. */
export const FILTER_NAMES: readonly string[] = [...FILTERS.map(({ name }) => name), 'salesRepUserId'];

/** The selects beside the search; sales can filter by their own organizations. */
export function CompanyFilters({
  list,
  salesRepUserId,
}: {
  list: Pick<ServerList<unknown>, 'filter' | 'setFilter'>;
  /** The current user; set when organizations can be assigned to them. */
  salesRepUserId: string | null;
}) {
  const ownCompaniesFilter = {
    name: 'salesRepUserId',
    label: 'Whose',
    any: 'Of all representatives',
    options: [{ value: salesRepUserId ?? '', label: 'Mine' }],
  };
  return (
    <ListFilters list={list} filters={salesRepUserId === null ? FILTERS : [...FILTERS, ownCompaniesFilter]} />
  );
}
