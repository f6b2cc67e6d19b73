import { IdCard, Plus } from 'lucide-react';
import { useState } from 'react';
import { limitNameOf, may } from '#db/access/grants.ts';
import { hasPermission } from '#db/access/permissions.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { listLicenses } from '#db/api/patients/clinician-licenses.ts';
import { CLINICIAN_DESIGNATION, LICENSE_STATUS, LICENSE_STATUSES } from '#db/patients/clinician-license.ts';
import type { ListedLicense } from '#db/patients/shown-license.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { LicenseDialog } from './license-dialog.tsx';

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
    cell: ({ expiresOn }) => <Time value={expiresOn} />,
  },
];

/** The columns of the list; the holder only where several people have licenses. */
const licenseColumns = (withClinician: boolean): readonly Column<ListedLicense>[] =>
  withClinician ? [clinician, ...COLUMNS] : COLUMNS;

const STATUSES = LICENSE_STATUSES.map((value) => ({ value, label: LICENSE_STATUS[value].label }));

function LicenseList({ onOpen }: { onOpen(licenseId: string): void }) {
  const user = useSession().session?.user;
  const [adding, setAdding] = useState(false);
  const list = useServerList({
    call: listLicenses,
    filters: ['status'],
    sort: 'expiresOn:asc',
  });
  if (!user) return null;
  const { role, permissions } = user;
  const own = limitNameOf(role, 'clinician-licenses:read') === 'own';
  const enters =
    may(role, 'clinician-licenses:create') &&
    !seesAllCompanies(role) &&
    hasPermission(permissions, 'CLINICIAN_LICENSE_EDIT');
  const add = enters && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      New license
    </Button>
  );
  return (
    <Page title="Licenses" breadcrumbs={[{ label: 'Settings', to: '/settings' }]} actions={add}>
      <DataList
        {...list.list}
        label="Licenses"
        columns={licenseColumns(!own)}
        rowKey={({ id }) => id}
        rowLabel={({ clinician, licenseNumber }) => `${clinician} ${licenseNumber ?? ''}`}
        onOpen={({ id }) => onOpen(id)}
        link={({ id }) => ({ to: '/settings/licenses/$id', params: { id } })}
        filters={
          <ListFilters list={list} filters={[{ name: 'status', label: 'Status', options: STATUSES }]} />
        }
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={IdCard} title="No license yet">
              {enters
                ? 'Your license must be verified before you can place orders. Enter it with "New license".'
                : 'Clinicians enter their licenses among their settings.'}
            </EmptyState>
          )
        }
      />
      <LicenseDialog open={adding} license={null} forOthers={!own} onClose={() => setAdding(false)} />
    </Page>
  );
}

/** Licenses: a clinician's own, those of a clinic, or for reviewers all of them. */
export function LicensesPage({ onOpen }: { onOpen(licenseId: string): void }) {
  const role = useSession().session?.user.role;
  if (role && may(role, 'clinician-licenses:read')) return <LicenseList onOpen={onOpen} />;
  return (
    <Page title="Licenses" breadcrumbs={[{ label: 'Settings', to: '/settings' }]}>
      <EmptyState icon={IdCard} title="Licenses are for clinicians">
        Your role has none. Clinicians and those who look after a clinic find theirs here.
      </EmptyState>
    </Page>
  );
}
