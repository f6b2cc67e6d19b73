import { Inbox, RotateCw } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { addressOf } from '#pwa/ui/app-link.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useWide } from '#pwa/ui/use-wide.ts';
import { nextSort, type Sort, sortRows } from './column.ts';
import { ROW_HEIGHT, useDensity } from './density.ts';
import { ListBar } from './list-bar.tsx';
import { NothingFound, Pager, RowsSkeleton } from './list-controls.tsx';
import { useStoreNeighbors } from './list-neighbors.ts';
import { RowCards } from './row-cards.tsx';
import { type RowSelection, useRangeSelection } from './row-selection.ts';
import { type RowsProps, RowsTable } from './rows-table.tsx';
import type { ListPlace, ServerPaging } from './server-list-query.ts';
import { useRowKeys } from './use-row-keys.ts';
import { type ListViewing, shownColumns, type ViewStore } from './views/list-view.ts';
import { type ListTab, ViewTabs } from './views/view-tabs.tsx';

interface DataListProps<Row> extends Omit<RowsProps<Row>, 'selection'> {
  selection?: RowSelection | undefined;
  status?: 'loading' | 'error' | 'ready';
  /** The error and what to do about it. */
  errorText?: string;
  onRetry?: () => void;
  search?: { value: string; onChange(value: string): void };
  /** The view of the list in the address; its hidden columns are left out. */
  viewing?: ListViewing;
  /** Built-in views, shown as tabs. */
  views?: readonly ListTab[];
  /** The user's own views, shown after the built-in ones. */
  store?: ViewStore;
  /** Names the rows where the label does not, for instance `samples`. */
  noun?: string;
  /** Filters and switches next to the search. */
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

/** Open a row, whose page then leads to the rows around it. */
function useOpenRow<Row>({ onOpen, link }: DataListProps<Row>, visibleRows: readonly Row[]) {
  const storeNeighbors = useStoreNeighbors();
  if (!onOpen || !link) return onOpen;
  return (row: Row): void => {
    const links = visibleRows.map(link);
    storeNeighbors(links.flatMap((one) => (one === null ? [] : [addressOf(one)])));
    onOpen(row);
  };
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

/** State the search or the filters that match nothing. */
function noMatchTitle<Row>({ label, noun = label.toLowerCase(), search }: DataListProps<Row>): string {
  const text = search?.value.trim() ?? '';
  return text === '' ? `No ${noun} match these filters` : `No ${noun} match “${text}”`;
}

/** A list with views, search, filters, sorting and pages: a dense table from 768 px, cards below. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { status = 'ready', errorText, onRetry, empty, noMatchHint, server, label, rowKey } = props;
  const { viewing, views, store, search, filters } = props;
  const area = useRef<HTMLDivElement>(null);
  const wide = useWide();
  const [density] = useDensity();
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
  const selection = useRangeSelection(props.selection, visibleRows.map(rowKey));
  useRowKeys(area, selection?.toggle);
  const columns = viewing ? shownColumns(props.columns, viewing.view.hidden) : props.columns;
  const openRow = useOpenRow(props, visibleRows);
  const rowsProps = { ...props, columns, selection, rows: visibleRows, onOpen: openRow };
  const hasTabs = viewing !== undefined && (views !== undefined || (store?.views.length ?? 0) > 0);
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
      data-list
      // A hidden overflow would keep the header of the table from staying on top.
      className={classNames(
        'panel min-w-0 overflow-clip outline-none [.panel_&]:rounded-md',
        ROW_HEIGHT[density],
      )}
    >
      {hasTabs && <ViewTabs tabs={views ?? []} viewing={viewing} store={store} />}
      <ListBar
        {...{ label, columns: props.columns, search, filters, viewing, wide, sort, onSort }}
        byServer={server !== undefined}
      />
      {status === 'loading' && <RowsSkeleton label={`Loading ${label.toLowerCase()}`} />}
      {status === 'error' && (
        <Failed text={errorText ?? 'The list could not be read. Try again.'} onRetry={onRetry} />
      )}
      {none && clear && (
        <NothingFound title={noMatchTitle(props)} onClear={withListFocus(clear)}>
          {noMatchHint}
        </NothingFound>
      )}
      {none && !clear && (empty ?? <EmptyState icon={Inbox} title="Nothing here" />)}
      {status !== 'loading' && visibleRows.length > 0 && (
        <div aria-busy={busy} className={classNames('transition-opacity', busy && 'opacity-60')}>
          {wide ? (
            <RowsTable
              {...rowsProps}
              sort={sort}
              onSort={(column) => onSort(nextSort(sort, column))}
              byServer={server !== undefined}
            />
          ) : (
            <RowCards {...rowsProps} />
          )}
          <div className="border-line border-t">{end}</div>
        </div>
      )}
    </div>
  );
}
