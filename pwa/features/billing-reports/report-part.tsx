import { ChartColumn, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { useTakeFile } from '#pwa/ui/list/views/use-take-file.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

interface ReportPartProps<Report> {
  label: string;
  /** Filter fields of the report. */
  filters: ReactNode;
  /** Path of the export; null while there is nothing to export. */
  file: ((format: 'csv' | 'xlsx') => string) | null;
  query: { data: Report | undefined; error: unknown; isPlaceholderData: boolean; refetch(): unknown };
  /** True when the days are invalid, so that nothing is queried. */
  problem?: string | null;
  isEmpty(report: Report): boolean;
  /** Suggestion for an empty report. */
  empty: string;
  children(report: Report): ReactNode;
}

const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

function ReportContent<Report>({ label, query, problem, isEmpty, empty, children }: ReportPartProps<Report>) {
  const { data, error, isPlaceholderData, refetch } = query;
  if (problem) return <Notice tone="warning" title={problem} />;
  if (error)
    return (
      <Notice
        tone="danger"
        title={errorText(error)}
        action={
          <Button icon={RotateCw} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  if (data === undefined) return <Skeleton lines={8} label={`Loading ${label.toLowerCase()}`} />;
  if (isEmpty(data))
    return (
      <EmptyState icon={ChartColumn} title="Nothing in this report">
        {empty}
      </EmptyState>
    );
  return (
    <div
      aria-busy={isPlaceholderData}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 2xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      {children(data)}
    </div>
  );
}

/** One report: its filters, its export, and the chart beside its table. */
export function ReportPart<Report>(props: ReportPartProps<Report>) {
  const { filters, file } = props;
  const { take } = useTakeFile();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        {filters}
        {file && (
          <div className="ml-auto">
            <ActionsMenu
              label="Export"
              actions={[
                { label: 'Spreadsheet (XLSX)', onSelect: () => take(file('xlsx')) },
                { label: 'Text (CSV)', onSelect: () => take(file('csv')) },
              ]}
            />
          </div>
        )}
      </div>
      <ReportContent {...props} />
    </div>
  );
}
