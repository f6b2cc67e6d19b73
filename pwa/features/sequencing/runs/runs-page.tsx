import { useNavigate } from '@tanstack/react-router';
import { Dna, FolderInput } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { may } from '#db/access/grants.ts';
import { listRuns } from '#db/api/sequencing/runs.ts';
import { RUN_VERDICT_DISPLAY } from '#db/sequencing/runs/batch-result.ts';
import { RUN_STATUS_DISPLAY } from '#db/sequencing/runs/run-state.ts';
import type { RunRow } from '#db/sequencing/runs/shown-run.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { ImportRunDialog } from './import-run-dialog.tsx';
import { formatYield } from './run-text.ts';
import { RunsToAssign } from './runs-to-assign.tsx';
import { SamplesList } from './samples-list.tsx';

const COLUMNS: readonly Column<RunRow>[] = [
  {
    id: 'experimentId',
    header: 'Run',
    sortable: true,
    cell: ({ batchJulianId, flowCellId, attempt }) => (
      <span className="block min-w-0">
        <span className="code">{batchJulianId}</span>
        {attempt > 1 && ` run ${attempt}`}
        <span className="block font-normal text-ink-soft text-sm">{`Flow cell ${flowCellId ?? 'unknown'}`}</span>
      </span>
    ),
  },
  {
    id: 'runStatus',
    header: 'Status',
    sortable: true,
    cell: ({ runStatus }) => <StatusBadge display={RUN_STATUS_DISPLAY[runStatus]} />,
  },
  {
    id: 'qcVerdict',
    header: 'Verdict',
    sortable: true,
    cell: ({ qcVerdict, runStatus }) =>
      qcVerdict === 'PENDING' && runStatus === 'IN_PROGRESS' ? (
        '–'
      ) : (
        <StatusBadge display={RUN_VERDICT_DISPLAY[qcVerdict]} />
      ),
  },
  { id: 'basesPass', header: 'Yield', align: 'right', sortable: true, cell: formatYield },
  {
    id: 'sequencer',
    header: 'Instrument',
    wide: true,
    cell: ({ sequencerName, instrumentSerial, positionName }) =>
      [sequencerName ?? instrumentSerial, positionName].filter(Boolean).join(', ') || '–',
  },
  { id: 'startedAt', header: 'Started', sortable: true, cell: ({ startedAt }) => <Time value={startedAt} /> },
];

const options = (display: Readonly<Record<string, { label: string }>>) =>
  Object.entries(display).map(([value, { label }]) => ({ value, label }));
const FILTERS = [
  { name: 'runStatus', label: 'Status', options: options(RUN_STATUS_DISPLAY), multiple: true },
  { name: 'qcVerdict', label: 'Verdict', options: options(RUN_VERDICT_DISPLAY), multiple: true },
];
const ENDED_STATUSES = Object.keys(RUN_STATUS_DISPLAY).filter((status) => status !== 'IN_PROGRESS');
const VIEWS = [
  { id: 'all', label: 'All', filters: {} },
  { id: 'to-decide', label: 'To decide', filters: { qcVerdict: ['PENDING'], runStatus: ENDED_STATUSES } },
  { id: 'in-progress', label: 'In progress', filters: { runStatus: ['IN_PROGRESS'] } },
  { id: 'failed', label: 'Failed', filters: { qcVerdict: ['FAIL'] } },
];

function RunsList({ importButton }: { importButton: ReactNode }) {
  const navigate = useNavigate();
  const list = useServerList({ call: listRuns, filters: ['runStatus', 'qcVerdict'], sort: 'startedAt:desc' });
  return (
    <DataList
      {...list.list}
      label="Runs"
      noun="runs"
      columns={COLUMNS}
      views={VIEWS}
      rowKey={({ id }) => id}
      rowLabel={({ batchJulianId, flowCellId }) =>
        `Run of ${batchJulianId} on flow cell ${flowCellId ?? 'unknown'}`
      }
      onOpen={({ id }) => void navigate({ to: '/internal/results/$id', params: { id } })}
      link={({ id }) => ({ to: '/internal/results/$id', params: { id } })}
      filters={<ListFilters list={list} filters={FILTERS} />}
      empty={
        list.narrowed ? undefined : (
          <EmptyState icon={Dna} title="No runs yet" action={importButton}>
            Drop the folder of a run: its report and summaries give the yields of all samples.
          </EmptyState>
        )
      }
    />
  );
}

/** The runs of the lab's sequencers and what they gave for the samples, and the import of run folders. */
export function RunsPage() {
  const role = useSession().session?.user.role;
  const [importing, setImporting] = useState(false);
  const importButton = role !== undefined && may(role, 'internal/results:create') && (
    <Button variant="primary" icon={FolderInput} onClick={() => setImporting(true)}>
      Import runs
    </Button>
  );
  return (
    <Page title="Sequencing" actions={importButton}>
      <RunsToAssign />
      <Tabs
        tabs={[
          { id: 'runs', label: 'Runs', content: <RunsList importButton={importButton} /> },
          { id: 'samples', label: 'Samples', content: <SamplesList toDecide={false} /> },
          { id: 'to-decide', label: 'Samples to decide', content: <SamplesList toDecide /> },
        ]}
      />
      {importing && <ImportRunDialog onClose={() => setImporting(false)} />}
    </Page>
  );
}
