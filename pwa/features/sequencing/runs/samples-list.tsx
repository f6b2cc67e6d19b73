import { useNavigate } from '@tanstack/react-router';
import { Dna } from 'lucide-react';
import { listSampleYields } from '#db/api/sequencing/runs.ts';
import { SAMPLE_RESULT_DISPLAY } from '#db/sequencing/runs/sample-result.ts';
import type { SampleYieldRow } from '#db/sequencing/runs/shown-run.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { formatTopUp, TopUpButton } from './top-up-button.tsx';
import { YieldBar } from './yield-bar.tsx';

const COLUMNS: readonly Column<SampleYieldRow>[] = [
  {
    id: 'sample',
    header: 'Sample',
    cell: ({ sampleBarcode, runs, topUps }) => (
      <span className="block min-w-0">
        <span className="code">{sampleBarcode}</span>
        <span className="block font-normal text-ink-soft text-sm">
          {[countOf(runs, 'run'), ...(topUps > 0 ? [countOf(topUps, 'top-up')] : [])].join(', ')}
        </span>
      </span>
    ),
  },
  {
    id: 'qcStatus',
    header: 'Verdict',
    sortable: true,
    cell: ({ qcStatus }) => <StatusBadge display={SAMPLE_RESULT_DISPLAY[qcStatus]} />,
  },
  { id: 'cumulativeBases', header: 'Yield', sortable: true, cell: (row) => <YieldBar {...row} /> },
  {
    id: 'topUp',
    header: 'Proposal',
    wide: true,
    // A card on a phone hides an empty field.
    cell: ({ topUp, ...row }) =>
      topUp && (
        <span className="flex flex-col items-start gap-1">
          {formatTopUp(topUp)}
          <TopUpButton sample={{ ...row, topUp }} />
        </span>
      ),
  },
  {
    id: 'createdAt',
    header: 'Last run',
    sortable: true,
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
];

const FILTERS = [
  {
    name: 'qcStatus',
    label: 'Verdict',
    options: Object.entries(SAMPLE_RESULT_DISPLAY).map(([value, { label }]) => ({ value, label })),
    multiple: true,
  },
];

/** The sequenced libraries with the sum of their runs beside their targets; `toDecide` shows the undecided ones. */
export function SamplesList({ toDecide }: { toDecide: boolean }) {
  const navigate = useNavigate();
  const list = useServerList({
    call: listSampleYields,
    filters: toDecide ? [] : ['qcStatus'],
    sort: 'createdAt:desc',
    prefix: toDecide ? 'decide' : 'samples',
    ...(toDecide ? { query: { qcStatus: 'PENDING' } } : {}),
  });
  return (
    <DataList
      {...list.list}
      label={toDecide ? 'Samples to decide' : 'Samples'}
      noun="samples"
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={({ sampleBarcode }) => `Sample ${sampleBarcode}`}
      onOpen={({ batchResultId }) =>
        void navigate({ to: '/internal/results/$id', params: { id: batchResultId } })
      }
      link={({ batchResultId }) => ({ to: '/internal/results/$id', params: { id: batchResultId } })}
      {...(toDecide ? {} : { filters: <ListFilters list={list} filters={FILTERS} /> })}
      empty={
        list.narrowed ? undefined : (
          <EmptyState icon={Dna} title={toDecide ? 'Nothing to decide' : 'No sequenced samples yet'}>
            {toDecide ? 'All samples have a verdict.' : 'Samples appear when a run of theirs is imported.'}
          </EmptyState>
        )
      }
    />
  );
}
