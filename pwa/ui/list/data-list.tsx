import { Inbox, RotateCw, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { EmptyState } from '../empty-state.tsx';
import { Notice } from '../notice.tsx';
import { Skeleton } from '../skeleton.tsx';
import { useWide } from '../use-wide.ts';
import { nextSort, type Sort, sortRows } from './column.ts';
import { Pager } from './pager.tsx';
import { RowCards } from './row-cards.tsx';
import { type RowsProps, RowsTable } from './rows-table.tsx';
import { SearchInput } from './search-input.tsx';
import type { ListPlace, ServerPaging } from './server-paging.ts';
import { SortSelect } from './sort-select.tsx';

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
  /** Sort and page where they are kept elsewhere, for instance in the address (placeOf). */
  place?: ListPlace;
  /** The rows are one page of a list that the server searches, sorts and pages (useServerList). */
  server?: ServerPaging;
}

/** The part of the rows that is shown: sorted and cut here, or as the server sent it. */
function useShownRows<Row>(props: DataListProps<Row>) {
  const { rows, columns, initialSort, pageSize = 50, server, place } = props;
  const [ownSort, setOwnSort] = useState<Sort | null>(initialSort ?? null);
  const [ownPage, setOwnPage] = useState(0);
  if (server) return { ...server, shown: rows };
  const own = { sort: ownSort, onSort: setOwnSort, page: ownPage, onPage: setOwnPage };
  const { sort, onSort, page: wanted, onPage } = place ?? own;
  const page = Math.min(wanted, Math.max(0, Math.ceil(rows.length / pageSize) - 1));
  const shown = sortRows(rows, columns, sort).slice(page * pageSize, (page + 1) * pageSize);
  const total = rows.length;
  return { shown, total, page, pageSize, sort, onPage, onSort, busy: false };
}

function Failed({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  const again = onRetry && (
    <Button icon={RotateCw} onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <div className="p-3">
      <Notice tone="danger" title={text} action={again} />
    </div>
  );
}

function NothingFound({ onClear }: { onClear?: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={SearchX}
      title="Nothing here"
      action={onClear && <Button onClick={onClear}>Clear search and filters</Button>}
    >
      Nothing matches the search. Change or clear it.
    </EmptyState>
  );
}

/** Rows with search, filters, sorting and pages: a dense table from 768 px, cards below. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { status = 'ready', errorText, onRetry, search, filters, empty, server } = props;
  const { label, columns, rowKey, rowLabel, onOpen, href, selection } = props;
  const { shown, total, page, pageSize, sort, onPage, onSort, busy } = useShownRows(props);
  const wide = useWide();
  const rows = { label, rows: shown, columns, rowKey, rowLabel, onOpen, href, selection };
  const narrowed = server ? server.onClear !== undefined : Boolean(search?.value) && empty === undefined;
  return (
    <div className="panel min-w-0 overflow-hidden [.panel_&]:rounded-md">
      {(search || filters) && (
        <div className="flex flex-wrap items-center gap-2 border-line border-b p-2 md:px-3">
          <div className="flex w-full gap-2 empty:hidden md:contents">
            {search && <SearchInput {...search} label={`Search ${label.toLowerCase()}`} />}
            {!wide && (
              <SortSelect
                columns={columns}
                byServer={server !== undefined}
                small={search !== undefined}
                {...{ sort, onSort }}
              />
            )}
          </div>
          {filters}
        </div>
      )}
      {status === 'loading' && (
        <div className="p-4">
          <Skeleton lines={5} label={`Loading ${label.toLowerCase()}`} />
        </div>
      )}
      {status === 'error' && (
        <Failed text={errorText ?? 'The list could not be read. Try again.'} onRetry={onRetry} />
      )}
      {status === 'ready' && shown.length === 0 && narrowed && <NothingFound onClear={server?.onClear} />}
      {status === 'ready' &&
        shown.length === 0 &&
        !narrowed &&
        (empty ?? <EmptyState icon={Inbox} title="Nothing here" />)}
      {status !== 'loading' && shown.length > 0 && (
        <div aria-busy={busy} className={classNames('transition-opacity', busy && 'opacity-60')}>
          {wide ? (
            <RowsTable
              {...rows}
              sort={sort}
              onSort={(column) => onSort(nextSort(sort, column))}
              byServer={server !== undefined}
            />
          ) : (
            <RowCards {...rows} />
          )}
          <div className="border-line border-t">
            <Pager {...{ page, pageSize, total, onPage }} />
          </div>
        </div>
      )}
    </div>
  );
}
