import { useState } from 'react';
import type { Role } from '#db/access/roles.ts';
import type { ShownResult, ShownResults } from '#db/specimens/shown-results.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { errorText } from './error-text.ts';
import { resultState, resultsSummary } from './result-state.ts';
import { offeredActs, ResultsActs } from './results-acts.tsx';
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
      return <StatusBadge tone={tone} label={label} />;
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

/** The results of one specimen, with what may be done. */
function One({ target, results, role, row }: ShownProps & { row: ShownResult }) {
  const { tone, label, lines } = resultState(row, results.clinical);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <StatusBadge tone={tone} label={label} />
      </div>
      <div className="empty:hidden">
        <Lines lines={lines} />
      </div>
      <ResultsActs
        {...{ target, results }}
        acts={offeredActs(role, results.clinical)}
        rows={[row]}
        otherwise={null}
        onDone={() => undefined}
      />
    </div>
  );
}

const MANY = 10;

/** The results of an order: how each specimen stands; those that are ticked are approved, released or recalled together. */
function Many({ target, results, role }: ShownProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  const acts = offeredActs(role, results.clinical);
  const ticked = results.rows.filter(({ id }) => chosen.has(id));
  // Recalling is for the few that are wrong; nobody ticks all for it.
  const next = acts
    .filter(({ act }) => act !== 'recall')
    .map(({ act, fits }) => ({ act, ids: results.rows.filter(fits).map(({ id }) => id) }))
    .find(({ ids }) => ids.length > 0);
  const wanted = search.trim().toLowerCase();
  const rows = results.rows.filter((row) =>
    [row.customerSampleId, row.julianId].some((text) => text?.toLowerCase().includes(wanted)),
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{resultsSummary(results.rows)}</p>
        {next && (
          <Button onClick={() => setChosen(new Set(next.ids))}>
            {`Tick ${next.ids.length} to ${next.act}`}
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
        {...(acts.length > 0 ? { selection: { selected: chosen, onSelect: setChosen } } : {})}
      />
      {acts.length > 0 && (
        <ResultsActs
          {...{ target, results, acts }}
          rows={ticked}
          otherwise={
            ticked.length === 0
              ? 'Tick specimens to decide about their results.'
              : 'Nothing can be done with those ticked: see what each needs.'
          }
          onDone={() => setChosen(new Set())}
        />
      )}
    </div>
  );
}

/** Approving, releasing and recalling results, with what stands in the way in words. Stands in `OnlineQueries`. */
export function ResultsPanel({ target, role }: { target: ResultsTarget; role: Role }) {
  const { data, error, refetch } = useResults(target);
  const rows = data?.rows.filter(({ id }) => target.specimenId === null || id === target.specimenId);
  if (rows?.length === 0) return null;
  const [only, ...others] = rows ?? [];
  return (
    <Section title="Results">
      {data && only ? (
        others.length === 0 ? (
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
