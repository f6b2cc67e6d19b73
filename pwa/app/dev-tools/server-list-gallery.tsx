import { useState } from 'react';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { type Column, type Sort, sortRows } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { filterState } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';

interface Person {
  id: string;
  name: string;
  company: string;
}

const NAMES = ['Ada Lovelace', 'Barbara McClintock', 'Carl Linnaeus', 'Dorothy Hodgkin', 'Esther Lederberg'];
const COMPANY_NAMES = ['Northwind Genomics', 'Eastbrook Clinic', 'Lakeside University'];
const COMPANIES = COMPANY_NAMES.map((value) => ({ value, label: value }));
const PEOPLE: Person[] = Array.from({ length: 43 }, (_, at) => ({
  id: `P-${at + 1}`,
  name: `${NAMES[at % NAMES.length]} ${Math.floor(at / NAMES.length) + 1}`,
  company: COMPANY_NAMES[at % COMPANY_NAMES.length] ?? '',
}));
const COLUMNS: Column<Person>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortable: true, sortBy: ({ name }) => name },
  {
    id: 'company',
    header: 'Organization',
    cell: ({ company }) => company,
    sortable: true,
    sortBy: ({ company }) => company,
  },
  { id: 'id', header: 'Number', cell: ({ id }) => <span className="code">{id}</span> },
];
type State = 'ready' | 'loading' | 'error';
const STATES: readonly { value: State; label: string }[] = [
  { value: 'ready', label: 'Ready' },
  { value: 'loading', label: 'Loading' },
  { value: 'error', label: 'Error' },
];
const PAGE = 10;

/** A list with search, sorting and paging on the server, as useServerList passes it to DataList. */
export function ServerListGallery() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const [sort, setSort] = useState<Sort | null>(null);
  const [company, setCompany] = useState('');
  const [status, setStatus] = useState<State>('ready');
  const matches = sortRows(
    PEOPLE.filter(
      (row) =>
        `${row.name} ${row.company}`.toLowerCase().includes(search.trim().toLowerCase()) &&
        (company === '' || row.company === company),
    ),
    COLUMNS,
    sort,
  );
  const change = (text: string): void => {
    setSearch(text);
    setPage(0);
  };
  const clear = (): void => {
    change('');
    setCompany('');
  };
  return (
    <section aria-label="Server list" className="min-w-0">
      <DataList
        label="Example people"
        rows={matches.slice(page * PAGE, (page + 1) * PAGE)}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        status={status}
        errorText="The server cannot be reached. Try again when you are online."
        onRetry={() => setStatus('ready')}
        search={{ value: search, onChange: change }}
        filters={
          <>
            <ListFilters
              list={filterState({ company }, (_name, value) => {
                setCompany(value);
                setPage(0);
              })}
              filters={[{ name: 'company', label: 'Organization', options: COMPANIES }]}
            />
            <Segmented
              label="State of the list"
              options={STATES}
              value={status}
              onChange={(next) => setStatus(next)}
            />
          </>
        }
        server={{
          total: matches.length,
          page,
          pageSize: PAGE,
          onPage: setPage,
          sort,
          onSort: setSort,
          busy: false,
          ...(search === '' && company === '' ? {} : { onClear: clear }),
        }}
      />
    </section>
  );
}
