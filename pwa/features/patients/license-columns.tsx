import { CLINICIAN_DESIGNATION } from '#db/patients/clinician-designation.ts';
import { LICENSE_STATUS } from '#db/patients/license-status.ts';
import type { ListedLicense } from '#db/patients/shown-license.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';

const clinician: Column<ListedLicense> = {
  id: 'clinician',
  header: 'Clinician',
  cell: (row) => (
    <span className="block min-w-0">
      <span className="font-medium">{row.clinician}</span>
      <span className="block font-normal text-ink-soft text-sm">{row.companies.join(', ')}</span>
    </span>
  ),
};

const COLUMNS: readonly Column<ListedLicense>[] = [
  {
    id: 'designation',
    header: 'Designation',
    sortable: true,
    cell: ({ designation }) => CLINICIAN_DESIGNATION[designation],
  },
  {
    id: 'licenseNumber',
    header: 'License',
    cell: ({ licenseNumber }) => <span className="code">{licenseNumber ?? '–'}</span>,
  },
  { id: 'state', header: 'State', sortable: true, cell: ({ state }) => state },
  { id: 'npi', header: 'NPI', cell: ({ npi }) => <span className="code">{npi ?? '–'}</span> },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => <StatusBadge display={LICENSE_STATUS[status]} />,
  },
  {
    id: 'expiresOn',
    header: 'Expires',
    sortable: true,
    cell: ({ expiresOn }) => formatDate(expiresOn, 'monthDay'),
  },
];

/** The columns of the list; the holder only where several people have licenses. */
export const licenseColumns = (withClinician: boolean): readonly Column<ListedLicense>[] =>
  withClinician ? [clinician, ...COLUMNS] : COLUMNS;
