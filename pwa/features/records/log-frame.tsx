import { History, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ActivityChart } from './activity-chart.tsx';
import { ExportButton } from './export-button.tsx';
import { PeriodFilter } from './period-filter.tsx';
import type { ShownLog } from './use-log.ts';

/** A filter set from a row: its label, and how to remove it. */
export interface TouchedFilter {
  name: string;
  label: string;
}

interface LogFrameProps<Row extends { id: string }> {
  label: string;
  logView: ShownLog<Row>;
  columns: readonly Column<Row>[];
  rowLabel(row: Row): string;
  filters: ReactNode;
  touched: readonly TouchedFilter[];
}

/** Period, chart, filters, rows and export of one log. */
export function LogFrame<Row extends { id: string }>(props: LogFrameProps<Row>) {
  const { label, logView, columns, rowLabel, filters, touched } = props;
  const { log } = logView;
  const active = touched.filter(({ name }) => log.filter(name).length > 0);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <PeriodFilter from={logView.from} to={logView.to} onChange={logView.setPeriod} />
        <ExportButton path={logView.path} listQuery={log.listQuery} />
      </div>
      <ActivityChart path={logView.path} listQuery={log.listQuery} />
      {active.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {active.map((one) => (
            <Button key={one.name} icon={X} onClick={() => log.setFilter(one.name, '')}>
              {`Only ${one.label} · remove`}
            </Button>
          ))}
        </div>
      )}
      <DataList
        label={label}
        {...log.list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={rowLabel}
        filters={filters}
        server={{ ...log.list.server, ...(logView.narrowed ? { onClear: logView.clear } : {}) }}
        noMatchHint="Choose a longer period, or change the search and the filters. Records are found by their code, people by their name."
        empty={<EmptyState icon={History} title="Nothing has happened yet" />}
      />
    </div>
  );
}
