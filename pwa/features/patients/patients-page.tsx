import { HeartPulse, Plus } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { hasPermission } from '#db/access/permissions.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { SEX_AT_BIRTH, SEXES_AT_BIRTH } from '#db/patients/patient.ts';
import { type ListedPatient, PatientSearch } from '#db/patients/shown-patient.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { filterState } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useTypedSearch } from '#pwa/ui/list/use-typed-search.ts';
import { Page } from '#pwa/ui/page.tsx';
import { PatientDialog } from './patient-dialog.tsx';
import { usePatientSearch } from './use-patient-search.ts';

const COLUMNS: readonly Column<ListedPatient>[] = [
  { id: 'lastName', header: 'Name', sortable: true, cell: (row) => `${row.lastName}, ${row.firstName}` },
  { id: 'dob', header: 'Date of birth', sortable: true, cell: ({ dob }) => formatDate(dob) },
  {
    id: 'medicalRecordNumber',
    header: 'MRN',
    sortable: true,
    cell: ({ medicalRecordNumber }) => <span className="code">{medicalRecordNumber}</span>,
  },
  {
    id: 'sexAtBirth',
    header: 'Sex at birth',
    cell: ({ sexAtBirth }) => sexAtBirth && SEX_AT_BIRTH[sexAtBirth],
  },
  { id: 'locationName', header: 'Location', cell: ({ locationName }) => locationName },
  { id: 'specimens', header: 'Specimens', align: 'right', cell: ({ specimens }) => specimens },
];

const SORTS = PatientSearch.shape.sort.unwrap();
const SEXES = SEXES_AT_BIRTH.map((value) => ({ value, label: SEX_AT_BIRTH[value] }));
const FILTERS = [
  { name: 'sexAtBirth', label: 'Sex at birth', options: SEXES },
  { name: 'archived', label: 'Status', options: [{ value: 'archived', label: 'Archived' }] },
];

/** The patients that this user may see, searched by name or medical record number. */
export function PatientsPage({ onOpen }: { onOpen(patientId: string): void }) {
  const user = useSession().session?.user;
  const [entering, setEntering] = useState(false);
  const { searchRequest, patientsQuery, change, narrowed, clear } = usePatientSearch();
  const search = useTypedSearch(searchRequest.search, (text) => change({ search: text.slice(0, 100) }));
  if (!user) return null;
  const enters =
    may(user.role, 'patients:create') &&
    !seesAllCompanies(user.role) &&
    hasPermission(user.permissions, 'PATIENTS_EDIT');
  const enter = enters && (
    <Button variant="primary" icon={Plus} onClick={() => setEntering(true)}>
      New patient
    </Button>
  );
  return (
    <Page title="Patients" actions={enter}>
      <DataList
        label="Patients"
        rows={patientsQuery.data?.rows ?? []}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ firstName, lastName }) => `${firstName} ${lastName}`}
        onOpen={({ id }) => onOpen(id)}
        link={({ id }) => ({ to: '/patients/$id', params: { id } })}
        status={patientsQuery.isError ? 'error' : patientsQuery.data ? 'ready' : 'loading'}
        errorText={errorText(patientsQuery.error)}
        onRetry={() => void patientsQuery.refetch()}
        search={search}
        server={{
          total: patientsQuery.data?.total ?? 0,
          page: searchRequest.page - 1,
          pageSize: searchRequest.limit,
          onPage: (page) => change({ page: page + 1 }),
          sort: { column: searchRequest.sort, descending: searchRequest.descending },
          onSort: (sort) => {
            const column = SORTS.safeParse(sort?.column).data;
            change({ sort: column ?? 'lastName', descending: column ? (sort?.descending ?? false) : false });
          },
          busy: patientsQuery.isPlaceholderData,
          ...(narrowed ? { onClear: clear } : {}),
        }}
        filters={
          <ListFilters
            list={filterState(
              {
                sexAtBirth: searchRequest.sexAtBirth ?? '',
                archived: searchRequest.archived ? 'archived' : '',
              },
              (name, value) =>
                change(
                  name === 'archived'
                    ? { archived: value === 'archived' }
                    : { sexAtBirth: SEXES_AT_BIRTH.find((sex) => sex === value) ?? null },
                ),
            )}
            filters={FILTERS}
          />
        }
        empty={
          narrowed ? undefined : (
            <EmptyState icon={HeartPulse} title="No patients yet" action={enter}>
              Clinical orders name patients by their record number. Enter a patient before the order.
            </EmptyState>
          )
        }
      />
      <PatientDialog open={entering} patient={null} onClose={() => setEntering(false)} onSaved={onOpen} />
    </Page>
  );
}
