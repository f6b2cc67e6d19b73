import { useNavigate } from '@tanstack/react-router';
import { Plus, Sigma } from 'lucide-react';
import { useState } from 'react';
import { may } from '#db/access/grants.ts';
import { listAnalyses } from '#db/api/sequencing/analyses.ts';
import { ANALYSIS_STATUS_DISPLAY, type Analysis } from '#db/sequencing/analyses/analysis.ts';
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
import { NewAnalysisDialog } from './analysis-form.tsx';

const COLUMNS: readonly Column<Analysis>[] = [
  {
    id: 'name',
    header: 'Analysis',
    sortable: true,
    cell: ({ name, code, research }) => (
      <span className="block min-w-0">
        <span className="font-medium">{name}</span>
        <span className="code block font-normal text-ink-soft text-sm">
          {research ? `${code}, research` : code}
        </span>
      </span>
    ),
  },
  {
    id: 'analysisVersion',
    header: 'Version',
    align: 'right',
    cell: ({ analysisVersion }) => analysisVersion,
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => <StatusBadge display={ANALYSIS_STATUS_DISPLAY[status]} />,
  },
  {
    id: 'pipelineUri',
    header: 'Pipeline',
    wide: true,
    cell: ({ pipelineUri }) => <span className="wrap-anywhere">{pipelineUri}</span>,
  },
  { id: 'createdAt', header: 'Created', sortable: true, cell: ({ createdAt }) => <Time value={createdAt} /> },
];
const FILTERS = [
  {
    name: 'status',
    label: 'Status',
    options: Object.entries(ANALYSIS_STATUS_DISPLAY).map(([value, { label }]) => ({ value, label })),
    multiple: true,
  },
];
const VIEWS = [
  { id: 'all', label: 'All', filters: {} },
  { id: 'live', label: 'Live', filters: { status: ['LIVE'] } },
  { id: 'validation', label: 'In validation', filters: { status: ['PENDING'] } },
  { id: 'drafts', label: 'Drafts', filters: { status: ['DRAFT'] } },
];

/** The analyses of the lab in all their versions. */
export function AnalysesPage() {
  const role = useSession().session?.user.role;
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const list = useServerList({ call: listAnalyses, filters: ['status'], sort: 'name:asc' });
  const open = (id: string): void => void navigate({ to: '/lab/analysis/$id', params: { id } });
  const create = role !== undefined && may(role, 'lab/analysis:create') && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      New analysis
    </Button>
  );
  return (
    <Page title="Analysis" actions={create}>
      <DataList
        {...list.list}
        label="Analyses"
        noun="analyses"
        columns={COLUMNS}
        views={VIEWS}
        rowKey={({ id }) => id}
        rowLabel={({ name, analysisVersion }) => `${name}, version ${analysisVersion}`}
        onOpen={({ id }) => open(id)}
        link={({ id }) => ({ to: '/lab/analysis/$id', params: { id } })}
        filters={<ListFilters list={list} filters={FILTERS} />}
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={Sigma} title="No analyses yet" action={create}>
              An analysis turns reads into results, with limits for yield, quality and coverage.
            </EmptyState>
          )
        }
      />
      {adding && <NewAnalysisDialog onClose={() => setAdding(false)} onCreated={open} />}
    </Page>
  );
}
