import { Inbox, RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Notice } from '../notice.tsx';
import { Skeleton } from '../skeleton.tsx';
import { useWide } from '../use-wide.ts';
import { type Sort, sortRows } from './column.ts';
import { Pager } from './pager.tsx';
import { RowCards } from './row-cards.tsx';
import { type RowsProps, RowsTable } from './rows-table.tsx';
import { SearchInput } from './search-input.tsx';

interface DataListProps<Row> extends RowsProps<Row> {
  status?: 'loading' | 'error' | 'ready';
  /** Says what went wrong and what to do. */
  errorText?: string;
  onRetry?: () => void;
  search?: { value: string; onChange(value: string): void };
  /** Selects and switches beside the search. */
  filters?: ReactNode;
  /** Shown instead of the usual line when there are no rows. */
  empty?: ReactNode;
  initialSort?: Sort;
  pageSize?: number;
}

function nextSort(sort: Sort | null, column: string): Sort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

/** Rows with search, filters, sorting and pages: a dense table from 768 px, cards below. */
export function DataList<Row>(props: DataListProps<Row>) {
  const {
    status = 'ready',
    errorText,
    onRetry,
    search,
    filters,
    empty,
    initialSort,
    pageSize = 50,
    ...rows
  } = props;
  const [sort, setSort] = useState<Sort | null>(initialSort ?? null);
  const [wanted, setWanted] = useState(0);
  const wide = useWide();
  const lastPage = Math.max(0, Math.ceil(rows.rows.length / pageSize) - 1);
  const page = Math.min(wanted, lastPage);
  const shown = sortRows(rows.rows, rows.columns, sort).slice(page * pageSize, (page + 1) * pageSize);
  return (
    <div className="panel min-w-0 overflow-hidden">
      {(search || filters) && (
        <div className="flex flex-wrap items-center gap-2 border-line border-b p-2 md:px-3">
          {search && <SearchInput {...search} label={`Search ${rows.label.toLowerCase()}`} />}
          {filters}
        </div>
      )}
      {status === 'loading' && (
        <div className="p-4">
          <Skeleton lines={5} label={`Loading ${rows.label.toLowerCase()}`} />
        </div>
      )}
      {status === 'error' && (
        <div className="p-3">
          <Notice
            tone="danger"
            title={errorText ?? 'The list could not be read. Try again.'}
            action={
              onRetry && (
                <Button icon={RotateCw} onClick={onRetry}>
                  Try again
                </Button>
              )
            }
          />
        </div>
      )}
      {status === 'ready' &&
        shown.length === 0 &&
        (empty ?? (
          <EmptyState icon={Inbox} title="Nothing here">
            {search?.value ? 'Nothing matches the search. Change or clear it.' : null}
          </EmptyState>
        ))}
      {status === 'ready' && shown.length > 0 && (
        <>
          {wide ? (
            <RowsTable
              {...rows}
              rows={shown}
              sort={sort}
              onSort={(column) => setSort(nextSort(sort, column))}
            />
          ) : (
            <RowCards {...rows} rows={shown} />
          )}
          <div className="border-line border-t">
            <Pager page={page} pageSize={pageSize} total={rows.rows.length} onPage={setWanted} />
          </div>
        </>
      )}
    </div>
  );
}
