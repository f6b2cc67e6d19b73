import { COMPANY_STATUS } from '#db/organizations/company-status.ts';
import { COMPANY_TYPE } from '#db/organizations/company-type.ts';
import { COMPANY_VERIFICATION_STATUS } from '#db/organizations/company-verification-status.ts';
import type { ListedCompany } from '#db/organizations/shown-company.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';

/** The columns of the list. */
export const COMPANY_COLUMNS: readonly Column<ListedCompany>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    cell: ({ name, parentName }) => (
      <span className="block min-w-0">
        <span className="font-medium">{name}</span>
        {parentName && (
          <span className="block font-normal text-ink-soft text-sm">{`Belongs to ${parentName}`}</span>
        )}
      </span>
    ),
  },
  { id: 'type', header: 'Type', sortable: true, cell: ({ type }) => COMPANY_TYPE[type] },
  { id: 'place', header: 'Place', cell: ({ place }) => place },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => <StatusBadge display={COMPANY_STATUS[status]} />,
  },
  {
    id: 'verificationStatus',
    header: 'Verification',
    cell: ({ verificationStatus, waitingSince }) =>
      verificationStatus !== 'NOT_APPLICABLE' && (
        <span className="flex flex-wrap items-center gap-x-2">
          <StatusBadge display={COMPANY_VERIFICATION_STATUS[verificationStatus]} />
          {waitingSince && (
            <span className="text-ink-soft text-sm">{`since ${formatDate(waitingSince, 'shortAtTime')}`}</span>
          )}
        </span>
      ),
  },
  { id: 'members', header: 'Members', align: 'right', cell: ({ members }) => members },
  {
    id: 'createdAt',
    header: 'Since',
    sortable: true,
    tableOnly: true,
    cell: ({ createdAt }) => formatDate(createdAt, 'monthDay'),
  },
];
