import { Link } from '@tanstack/react-router';
import { Hand } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { person } from '#db/identity/person.ts';
import { dueBack } from '#db/samples/custody/due-back.ts';
import { CHECK_OUT_PURPOSE, type Sample, sample } from '#db/samples/sample.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { type Places, usePeopleNames, usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { isOverdue } from './due-hours.ts';
import { useTakenOverNotice } from './taken-over-notice.tsx';

const FILTERS = [
  { value: 'mine', label: 'Mine' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'all', label: 'Everybody’s' },
] as const;
type Filter = (typeof FILTERS)[number]['value'];

function columnsFor(places: Places | undefined, nameOf: (id: string | null) => string): Column<Sample>[] {
  return [
    {
      id: 'barcode',
      header: 'Sample',
      cell: (row) => (
        <span className="whitespace-nowrap">
          <Link
            to="/lab/samples/$id"
            params={{ id: row.id }}
            className="code inline-flex min-h-6 items-center underline"
          >
            {row.barcode}
          </Link>
          <EntityBadge entity={row.entity} />
        </span>
      ),
      sortBy: (row) => row.barcode,
    },
    {
      id: 'holder',
      header: 'With',
      cell: (row) => nameOf(row.custodianUserId),
      sortBy: (row) => nameOf(row.custodianUserId),
    },
    {
      id: 'since',
      header: 'Since',
      cell: (row) => <Time value={row.checkedOutAt} />,
      sortBy: (row) => row.checkedOutAt,
    },
    {
      id: 'purpose',
      header: 'Purpose',
      cell: (row) => (row.checkOutPurpose ? CHECK_OUT_PURPOSE[row.checkOutPurpose] : ''),
    },
    {
      id: 'home',
      header: 'Reserved position',
      cell: (row) => places?.text(row.storageLocationId, row.storagePosition) ?? '',
    },
    {
      id: 'due',
      header: 'Due',
      cell: (row) =>
        isOverdue(row, Date.now()) ? (
          <ToneBadge tone="danger" label="Overdue" />
        ) : (
          formatDate(dueBack(row), 'shortAtTime')
        ),
      sortBy: (row) => dueBack(row),
    },
  ];
}

interface CheckedOut {
  /** The samples that somebody has checked out; undefined while they are read. */
  samples: readonly Sample[] | undefined;
  /** The notice that colleagues took samples over; undefined while it is read. */
  takenOver: ReactNode | undefined;
}

/** Read the checked-out samples, while the page reads its own data. */
export function useCheckedOut(): CheckedOut {
  const people = useRows(person);
  const holders = useMemo(() => people?.map((one) => one.userId) ?? [], [people]);
  const samples = useRows(sample, { custodianUserId: holders });
  const takenOver = useTakenOverNotice();
  return { samples: people && samples, takenOver };
}

/** Lists checked-out samples with custodian, check-out time and due time. */
export function CheckedOutNow({ samples, takenOver }: CheckedOut) {
  const { actor } = useReplica();
  const [filter, setFilter] = useState<Filter>('mine');
  const [query, setQuery] = useState('');
  const places = usePlaces();
  const nameOf = usePeopleNames();
  const columns = useMemo(() => columnsFor(places, nameOf), [places, nameOf]);
  const now = useNow();
  const searchText = query.trim().toUpperCase();
  const rows = (samples ?? []).filter(
    (row) =>
      (filter === 'all' ||
        (filter === 'mine' ? row.custodianUserId === actor.userId : isOverdue(row, now))) &&
      (row.barcode.includes(searchText) || nameOf(row.custodianUserId).toUpperCase().includes(searchText)),
  );
  return (
    <section aria-labelledby="checked-out-now" className="flex flex-col gap-2">
      <h2 id="checked-out-now" className="font-semibold text-lg">
        Checked out now
      </h2>
      {takenOver}
      <DataList
        label="Samples checked out"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.barcode}
        status={samples && takenOver !== undefined ? 'ready' : 'loading'}
        search={{ value: query, onChange: setQuery }}
        initialSort={{ column: 'since', descending: false }}
        pageSize={20}
        filters={<Segmented<Filter> label="Whose" options={FILTERS} value={filter} onChange={setFilter} />}
        empty={
          <EmptyState icon={Hand} title="Nothing is checked out">
            {filter === 'mine' ? 'You hold no sample. Choose Everybody’s to see the others.' : null}
          </EmptyState>
        }
      />
    </section>
  );
}
