import { useState } from 'react';
import type { Role } from '#db/access/roles.ts';
import type { ShownResult, ShownResults } from '#db/specimens/shown-results.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';
import { errorText } from './error-text.ts';
import { resultState, resultsSummary } from './result-state.ts';
import { availableActions, ResultsActions } from './results-actions.tsx';
import { type ResultsTarget, useResults } from './use-results.ts';

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
    cell: (row) => <Lines lines={resultState(row, clinical).lines} />,
  },
];

interface ShownProps {
  target: ResultsTarget;
  results: ShownResults;
  role: Role;
}

/** The results of one specimen with their actions. */
function One({ target, results, role, row }: ShownProps & { row: ShownResult }) {
  const { tone, label, lines } = resultState(row, results.clinical);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <ToneBadge tone={tone} label={label} />
      </div>
      <div className="empty:hidden">
        <Lines lines={lines} />
      </div>
      <ResultsActions
        {...{ target, results }}
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
function Many({ target, results, role }: ShownProps) {
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
            {`Tick ${next.ids.length} to ${next.action}`}
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
          {...{ target, results, actions }}
          rows={ticked}
          otherwise={
            ticked.length === 0
              ? 'Tick specimens to decide about their results.'
              : 'Nothing can be done with those ticked: see what each needs.'
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
          <One {...{ target, role }} results={{ ...data, rows: [only] }} row={only} />
        ) : (
          <Many {...{ target, role }} results={data} />
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
