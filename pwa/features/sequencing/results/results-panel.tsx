import { BadgeCheck, type LucideIcon, PackageCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type Capability, hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { resultsApproval } from '#db/specimens/results/results-state.ts';
import type { ShownResult, ShownResults } from '#db/specimens/results/shown-results.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { QcReportActions } from './qc-report-actions.tsx';
import { RESULTS_ACTION_TEXT, ResultsWindow } from './results-window.tsx';
import { SequencedSamples } from './sequenced-samples.tsx';
import {
  canBeApproved,
  canBeRecalled,
  canBeReleased,
  type ResultsAction,
  type ResultsTarget,
  resultState,
  resultsSummary,
  useResults,
} from './use-results.ts';

interface OfferedAction {
  action: ResultsAction;
  icon: LucideIcon;
  variant: 'primary' | 'secondary' | 'danger';
  fits(row: ShownResult): boolean;
}

/** Actions on results that this user may take. */
function availableActions(role: Role, clinical: boolean): readonly OfferedAction[] {
  const may = (capability: Capability) => hasCapability(role, capability);
  return [
    ...(may(resultsApproval(clinical))
      ? [{ action: 'approve', icon: BadgeCheck, variant: 'primary', fits: canBeApproved } as const]
      : []),
    ...(may('releaseResults')
      ? [{ action: 'release', icon: PackageCheck, variant: 'primary', fits: canBeReleased } as const]
      : []),
    ...(may('recallResults')
      ? [{ action: 'recall', icon: Undo2, variant: 'danger', fits: canBeRecalled } as const]
      : []),
  ];
}

interface ResultsActionsProps {
  role: Role;
  results: ShownResults;
  actions: readonly OfferedAction[];
  /** The affected specimens: the selected ones, or the one shown. */
  rows: readonly ShownResult[];
  /** Message when no action is possible. */
  otherwise: string | null;
  onDone(): void;
}

/** The currently possible actions with their counts; each asks for confirmation. */
function ResultsActions({ role, results, actions, rows, otherwise, onDone }: ResultsActionsProps) {
  const [asking, setAsking] = useState<ResultsAction | null>(null);
  const possible = actions
    .map((one) => ({ ...one, fit: rows.filter(one.fits) }))
    .filter(({ fit }) => fit.length > 0);
  // The affected specimens stay fixed while the dialog is open, even if somebody else acts first.
  const [selectedRows, setSelectedRows] = useState<readonly ShownResult[]>([]);
  return (
    <div className="flex flex-wrap items-center gap-3 empty:hidden">
      {possible.map(({ action, icon, variant, fit }) => (
        <Button
          key={action}
          icon={icon}
          variant={variant}
          onClick={() => {
            setSelectedRows(fit);
            setAsking(action);
          }}
        >
          {rows.length > 1 || results.rows.length > 1
            ? `${RESULTS_ACTION_TEXT[action].title} of ${fit.length}`
            : RESULTS_ACTION_TEXT[action].title}
        </Button>
      ))}
      {hasCapability(role, 'releaseResults') && <QcReportActions results={results} rows={rows} />}
      {possible.length === 0 && otherwise && <p className="text-ink-soft text-sm">{otherwise}</p>}
      <ResultsWindow
        results={results}
        action={asking}
        rows={selectedRows}
        onClose={() => setAsking(null)}
        onDone={onDone}
      />
    </div>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <p key={line} className="wrap-anywhere text-sm">
      {line}
    </p>
  ));

const columnsFor = (clinical: boolean): readonly Column<ShownResult>[] => [
  {
    id: 'specimen',
    header: 'Specimen',
    sortBy: ({ customerSampleId }) => customerSampleId,
    cell: ({ customerSampleId, julianId }) => (
      <>
        <span className="wrap-anywhere font-medium">{customerSampleId}</span>
        {julianId && <span className="code block text-ink-soft text-sm">{julianId}</span>}
      </>
    ),
  },
  {
    id: 'state',
    header: 'Results',
    sortBy: (row) => resultState(row, clinical).label,
    cell: (row) => {
      const { tone, label } = resultState(row, clinical);
      return <ToneBadge tone={tone} label={label} />;
    },
  },
  {
    id: 'lines',
    header: 'Details',
    wide: true,
    cell: (row) => (
      <>
        <SequencedSamples samples={row.sequenced} />
        <Lines lines={resultState(row, clinical).lines} />
      </>
    ),
  },
];

interface ShownProps {
  results: ShownResults;
  role: Role;
}

/** The results of one specimen with their actions. */
function One({ results, role, row }: ShownProps & { row: ShownResult }) {
  const { tone, label, lines } = resultState(row, results.clinical);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <ToneBadge tone={tone} label={label} />
      </div>
      <SequencedSamples samples={row.sequenced} />
      <div className="empty:hidden">
        <Lines lines={lines} />
      </div>
      <ResultsActions
        role={role}
        results={results}
        actions={availableActions(role, results.clinical)}
        rows={[row]}
        otherwise={null}
        onDone={() => undefined}
      />
    </div>
  );
}

const MANY = 10;

/**
 * The results of an order: the state of each specimen; selected ones are approved, released or recalled
 * together.
 */
function Many({ results, role }: ShownProps) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const actions = availableActions(role, results.clinical);
  const ticked = results.rows.filter(({ id }) => selectedIds.has(id));
  // Recall is for a few wrong results, so it has no "select all".
  const next = actions
    .filter(({ action }) => action !== 'recall')
    .map(({ action, fits }) => ({ action, ids: results.rows.filter(fits).map(({ id }) => id) }))
    .find(({ ids }) => ids.length > 0);
  const searchText = search.trim().toLowerCase();
  const rows = results.rows.filter((row) =>
    [row.customerSampleId, row.julianId].some((text) => text?.toLowerCase().includes(searchText)),
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{resultsSummary(results.rows)}</p>
        {next && (
          <Button onClick={() => setSelectedIds(new Set(next.ids))}>
            {`Select ${next.ids.length} to ${next.action}`}
          </Button>
        )}
      </div>
      <DataList
        label="Results"
        pageSize={MANY}
        rows={rows}
        columns={columnsFor(results.clinical)}
        rowKey={({ id }) => id}
        rowLabel={({ customerSampleId }) => customerSampleId}
        {...(results.rows.length > MANY ? { search: { value: search, onChange: setSearch } } : {})}
        {...(actions.length > 0 ? { selection: { selected: selectedIds, onSelect: setSelectedIds } } : {})}
      />
      {actions.length > 0 && (
        <ResultsActions
          {...{ role, results, actions }}
          rows={ticked}
          otherwise={
            ticked.length === 0
              ? 'Select specimens to decide about results.'
              : 'No action fits the selected specimens: see what each needs.'
          }
          onDone={() => setSelectedIds(new Set())}
        />
      )}
    </div>
  );
}

/** Approval, release and recall of results, with what blocks them. Needs `OnlineQueries` around it. */
export function ResultsPanel({ target, role }: { target: ResultsTarget; role: Role }) {
  const { data, error, refetch } = useResults(target);
  const rows = data?.rows.filter(({ id }) => target.specimenId === null || id === target.specimenId);
  if (rows?.length === 0) return null;
  const [only, ...otherRows] = rows ?? [];
  return (
    <Section title="Results">
      {data && only ? (
        otherRows.length === 0 ? (
          <One role={role} results={{ ...data, rows: [only] }} row={only} />
        ) : (
          <Many role={role} results={data} />
        )
      ) : error ? (
        <Notice
          tone="danger"
          title={errorText(error)}
          action={<Button onClick={() => void refetch()}>Load again</Button>}
        />
      ) : (
        <Skeleton lines={3} label="Loading results" />
      )}
    </Section>
  );
}
