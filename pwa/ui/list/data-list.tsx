import { ArrowDown, ArrowUp, ArrowUpDown, ChevronDown, Inbox, RotateCw } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { INPUT_CLASS } from '#pwa/ui/form/control.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useWide } from '#pwa/ui/use-wide.ts';
import { type Column, isSortable, nextSort, type Sort, sortRows } from './column.ts';
import { NothingFound, Pager, SearchInput } from './list-controls.tsx';
import { RowCards } from './row-cards.tsx';
import { type RowsProps, RowsTable } from './rows-table.tsx';
import type { ListPlace, ServerPaging } from './server-list-query.ts';

interface SortSelectProps<Row> {
  columns: readonly Column<Row>[];
  byServer: boolean;
  sort: Sort | null;
  onSort(sort: Sort | null): void;
  /** Next to the search there is space only for an icon; the native list shows the options. */
  small: boolean;
}

const SMALL =
  'grid size-11 place-items-center rounded-md border border-line-strong bg-surface has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2';

/** A sort select below 768 px, where cards have no headers to press. */
function SortSelect<Row>({ columns, byServer, sort, onSort, small }: SortSelectProps<Row>) {
  const sortable = columns.filter((column) => isSortable(column, byServer));
  if (sortable.length === 0) return null;
  const Sign = !sort ? ArrowUpDown : sort.descending ? ArrowDown : ArrowUp;
  return (
    <div className={classNames('relative shrink-0', small ? SMALL : 'w-full')}>
      <Sign
        aria-hidden
        size={18}
        className={classNames(
          'pointer-events-none',
          sort ? 'text-accent-ink' : 'text-ink-soft',
          !small && 'absolute top-1/2 left-3 -translate-y-1/2',
        )}
      />
      <select
        aria-label="Sort"
        value={sort ? `${sort.column}:${sort.descending}` : ''}
        onChange={({ target }) => {
          const [column = '', descending] = target.value.split(':');
          onSort(column === '' ? null : { column, descending: descending === 'true' });
        }}
        className={small ? 'absolute inset-0 opacity-0' : `${INPUT_CLASS} appearance-none pr-9 pl-10`}
      >
        <option value="">Usual order</option>
        {sortable.flatMap(({ id, header }) => [
          <option key={`${id}:up`} value={`${id}:false`}>{`${header}, ascending`}</option>,
          <option key={`${id}:down`} value={`${id}:true`}>{`${header}, descending`}</option>,
        ])}
      </select>
      {!small && (
        <ChevronDown
          aria-hidden
          size={18}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-soft"
        />
      )}
    </div>
  );
}

interface DataListProps<Row> extends RowsProps<Row> {
  status?: 'loading' | 'error' | 'ready';
  /** The error and what to do about it. */
  errorText?: string;
  onRetry?: () => void;
  search?: { value: string; onChange(value: string): void };
  /** Selects and switches next to the search. */
  filters?: ReactNode;
  /** Clears filters on this device; set while one is active. The search is always cleared. */
  onClear?: (() => void) | undefined;
  /** A hint where else to look when nothing matches. */
  noMatchHint?: ReactNode;
  /** Replaces the default line when there are no rows and no search or filter is active. */
  empty?: ReactNode;
  initialSort?: Sort;
  pageSize?: number;
  /** The number of rows that a phone shows until all are requested, so that the content below stays near. */
  firstOnPhone?: number;
  /** Sort and page with external state, for instance in the address (placeOf). */
  place?: ListPlace;
  /** Set when the rows are one page of a list that the server searches, sorts and pages (useServerList). */
  server?: ServerPaging;
}

/** The visible part of the rows: sorted and cut here, or as the server sent it. */
function useShownRows<Row>(props: DataListProps<Row>, maxRows = Number.POSITIVE_INFINITY) {
  const { rows, columns, initialSort, pageSize: usual = 50, server, place } = props;
  const [ownSort, setOwnSort] = useState<Sort | null>(initialSort ?? null);
  const [ownPage, setOwnPage] = useState(0);
  if (server) return { ...server, shown: rows };
  const own = { sort: ownSort, onSort: setOwnSort, page: ownPage, onPage: setOwnPage };
  const { sort, onSort, page: requestedPage, onPage } = place ?? own;
  const pageSize = Math.min(usual, maxRows);
  const page = Math.min(requestedPage, Math.max(0, Math.ceil(rows.length / pageSize) - 1));
  const visibleRows = sortRows(rows, columns, sort).slice(page * pageSize, (page + 1) * pageSize);
  const total = rows.length;
  return { shown: visibleRows, total, page, pageSize, sort, onPage, onSort, busy: false };
}

/** Decide whether only the first rows are shown, and how to show all; search results are shown in full. */
function useFirstOnPhone<Row>(props: DataListProps<Row>, wide: boolean, narrowed: boolean) {
  const [all, setAll] = useState(false);
  const { firstOnPhone, rows } = props;
  const maxRows = wide || all || narrowed || firstOnPhone === undefined ? undefined : firstOnPhone;
  return { most: maxRows, cut: maxRows !== undefined && rows.length > maxRows, showAll: () => setAll(true) };
}

/** Clear search and filters; undefined while neither is active. */
function clearOf<Row>({ server, search, onClear }: DataListProps<Row>): (() => void) | undefined {
  if (server) return server.onClear;
  const searched = search && search.value.trim() !== '';
  if (!searched && !onClear) return undefined;
  return () => {
    search?.onChange('');
    onClear?.();
  };
}

function Failed({ text, onRetry }: { text: string; onRetry?: (() => void) | undefined }) {
  const retryButton = onRetry && (
    <Button icon={RotateCw} onClick={onRetry}>
      Try again
    </Button>
  );
  return (
    <div className="p-3">
      <Notice tone="danger" title={text} action={retryButton} />
    </div>
  );
}

type ShownRows = Pick<ReturnType<typeof useShownRows>, 'sort' | 'onSort'>;

/** Search, sorting on a phone, and filters; empty where a list has none of them. */
function ListBar<Row>({
  props,
  wide,
  sort,
  onSort,
}: { props: DataListProps<Row>; wide: boolean } & ShownRows) {
  const { label, columns, search, filters, server } = props;
  if (!search && !filters) return null;
  return (
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
  );
}

/** A list with search, filters, sorting and pages: a dense table from 768 px, cards below. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { status = 'ready', errorText, onRetry, empty, noMatchHint, server, label } = props;
  const area = useRef<HTMLDivElement>(null);
  const wide = useWide();
  const clear = clearOf(props);
  const phoneRows = useFirstOnPhone(props, wide, clear !== undefined);
  const {
    shown: visibleRows,
    sort,
    onSort,
    busy,
    page,
    pageSize,
    total,
    onPage,
  } = useShownRows(props, phoneRows.most);
  const none = status === 'ready' && visibleRows.length === 0;
  // The pressed button disappears, so the focus moves to the list.
  const withListFocus = (action: () => void) => () => {
    area.current?.focus();
    action();
  };
  const end = phoneRows.cut ? (
    <div className="p-2">
      <Button wide onClick={withListFocus(phoneRows.showAll)}>{`Show all ${total}`}</Button>
    </div>
  ) : (
    <Pager {...{ page, pageSize, total, onPage }} />
  );
  return (
    <div
      ref={area}
      tabIndex={-1}
      className="panel min-w-0 overflow-hidden outline-none [.panel_&]:rounded-md"
    >
      <ListBar {...{ props, wide, sort, onSort }} />
      {status === 'loading' && (
        <div className="p-4">
          <Skeleton lines={5} label={`Loading ${label.toLowerCase()}`} />
        </div>
      )}
      {status === 'error' && (
        <Failed text={errorText ?? 'The list could not be read. Try again.'} onRetry={onRetry} />
      )}
      {none && clear && <NothingFound onClear={withListFocus(clear)}>{noMatchHint}</NothingFound>}
      {none && !clear && (empty ?? <EmptyState icon={Inbox} title="Nothing here" />)}
      {status !== 'loading' && visibleRows.length > 0 && (
        <div aria-busy={busy} className={classNames('transition-opacity', busy && 'opacity-60')}>
          {wide ? (
            <RowsTable
              {...props}
              rows={visibleRows}
              sort={sort}
              onSort={(column) => onSort(nextSort(sort, column))}
              byServer={server !== undefined}
            />
          ) : (
            <RowCards {...props} rows={visibleRows} />
          )}
          <div className="border-line border-t">{end}</div>
        </div>
      )}
    </div>
  );
}
