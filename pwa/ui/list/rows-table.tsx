import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { MenuAction } from '#pwa/ui/actions-menu.tsx';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { type Column, isSortable, type Sort } from './column.ts';
import { RowActions } from './row-actions.tsx';
import { groupsOf, type RowGrouping } from './row-groups.ts';
import { ROW_PRESS, RowName } from './row-name.tsx';
import { isWithShift, type RangeSelection } from './row-selection.ts';

export interface RowsProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey(row: Row): string;
  /** The name of a row for its checkbox and button. */
  rowLabel(row: Row): string;
  onOpen?: ((row: Row) => void) | undefined;
  /** The page of a row: its name is then a link, which onOpen follows inside the app. */
  link?: ((row: Row) => AppLink | null) | undefined;
  selection?: RangeSelection | undefined;
  /** What can be done with a row without opening it; the first action is a button. */
  rowActions?: ((row: Row) => readonly MenuAction[]) | undefined;
  /** Rows below headings; the user cannot sort a grouped list. */
  grouping?: RowGrouping<Row> | undefined;
}

/** A word or a date stays on one line, so that rows are equally high; longer text may take two. */
const SHORT = 20;
const isShort = (cell: unknown): boolean => typeof cell === 'string' && cell.length <= SHORT;

/** Cells that stay at the left edge while a wide table is scrolled sideways. */
const PINNED = 'group-data-wide/rows:sticky group-data-wide/rows:z-1 bg-inherit';
const PINNED_EDGE = 'group-data-wide/rows:shadow-[inset_-1px_0_0_var(--line)]';
const CHECKBOX = 'size-6 align-middle accent-accent';
const pinned = (isAfterCheckbox: boolean): string =>
  classNames(PINNED, PINNED_EDGE, isAfterCheckbox ? 'left-10' : 'left-0');

interface TableProps<Row> extends RowsProps<Row> {
  sort: Sort | null;
  onSort(column: string): void;
  byServer?: boolean;
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
  byServer,
  className,
}: {
  column: Column<Row>;
  byServer: boolean;
  sort: Sort | null;
  onSort(column: string): void;
  className: string | false;
}) {
  const active = sort?.column === column.id;
  const Arrow = !active ? ArrowUpDown : sort.descending ? ArrowDown : ArrowUp;
  const order = !active ? undefined : sort.descending ? 'descending' : 'ascending';
  const align = column.align === 'right' ? 'text-right' : 'text-left';
  return (
    <th
      scope="col"
      aria-sort={order}
      className={classNames('whitespace-nowrap px-3 font-semibold', align, className)}
    >
      {isSortable(column, byServer) ? (
        <button
          type="button"
          onClick={() => onSort(column.id)}
          className="inline-flex min-h-row items-center gap-1 hover:text-ink"
        >
          {column.header}
          <Arrow aria-hidden size={14} className={active ? 'text-accent-ink' : ''} />
        </button>
      ) : (
        <span className="inline-flex min-h-row items-center">{column.header}</span>
      )}
    </th>
  );
}

function SelectAll<Row>({
  rows,
  rowKey,
  selection,
}: Pick<RowsProps<Row>, 'rows' | 'rowKey'> & { selection: RangeSelection }) {
  const all = rows.length > 0 && rows.every((row) => selection.selected.has(rowKey(row)));
  const select = () =>
    selection.onSelect(all ? new Set() : new Set([...selection.selected, ...rows.map(rowKey)]));
  return (
    <th scope="col" className={classNames('left-0 w-10 min-w-10 pl-3 text-left', PINNED)}>
      <input
        type="checkbox"
        aria-label="Select all rows of this page"
        className={CHECKBOX}
        checked={all}
        onChange={select}
      />
    </th>
  );
}

function TableRow<Row>(props: RowsProps<Row> & { row: Row }) {
  const { row, columns, rowKey, rowLabel, onOpen, link, selection, rowActions } = props;
  const canOpen = onOpen !== undefined || link !== undefined;
  const key = rowKey(row);
  return (
    // The name of the row is a link or button, which is what the keyboard uses.
    <tr
      data-row={key}
      tabIndex={-1}
      {...(canOpen ? ROW_PRESS : {})}
      className={classNames(
        'group/row scroll-mt-28 bg-surface hover:bg-hover has-checked:bg-accent-soft *:border-line *:border-t focus-visible:-outline-offset-2',
        canOpen && 'cursor-pointer',
      )}
    >
      {selection && (
        <td className={classNames('left-0 w-10 min-w-10 pl-3', PINNED)}>
          <input
            type="checkbox"
            aria-label={`Select ${rowLabel(row)}`}
            className={CHECKBOX}
            checked={selection.selected.has(key)}
            onChange={(event) => selection.toggle(key, isWithShift(event))}
          />
        </td>
      )}
      {columns.map((column, at) => {
        const cell = column.cell(row);
        return (
          <td
            key={column.id}
            className={classNames(
              'h-row px-3 py-1 tabular-nums empty:before:content-["–"] [&_.code]:whitespace-nowrap [&_[data-tone]]:whitespace-nowrap',
              at === 0 && pinned(selection !== undefined),
              column.align === 'right' && 'text-right',
              isShort(cell) && 'whitespace-nowrap',
            )}
          >
            {at === 0 && canOpen ? (
              <RowName
                link={link?.(row) ?? null}
                onOpen={onOpen && (() => onOpen(row))}
                className="min-h-6 font-semibold text-accent-ink underline-offset-2 hover:underline"
              >
                {cell}
              </RowName>
            ) : (
              cell
            )}
          </td>
        );
      })}
      {rowActions && (
        <td className="h-row cursor-default px-3 py-0.5 text-right">
          <RowActions label={rowLabel(row)} actions={rowActions(row)} />
        </td>
      )}
    </tr>
  );
}

/** Whether a table is wider than its place, so that it scrolls by itself. */
function useOverflow() {
  const area = useRef<HTMLElement>(null);
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const section = area.current;
    const table = section?.firstElementChild;
    if (!section || !table) return;
    const measure = () => setWide(table.scrollWidth > section.clientWidth + 1);
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(section);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return { area, isWide };
}

/**
 * Dense rows for comparing, from 768 px on. The header stays at the top of the page, or of a table that
 * scrolls sideways; the first column stays at the left.
 */
export function RowsTable<Row>(props: TableProps<Row>) {
  const { label, rows, columns, rowKey, selection, rowActions, grouping, sort, onSort } = props;
  const { byServer = false } = props;
  const { area, isWide } = useOverflow();
  const width = columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0);
  return (
    <section
      ref={area}
      aria-label={label}
      data-wide={isWide || undefined}
      data-scroll-restoration-id={`list ${label}`}
      // A wide table scrolls sideways and must do so by keyboard too.
      tabIndex={isWide ? 0 : undefined}
      // Hidden words in cells are positioned: they must scroll with the table, not widen the page.
      className={classNames('group/rows relative', isWide && 'max-h-[calc(100dvh-7rem)] overflow-auto')}
    >
      <table className="w-full border-separate border-spacing-0 text-sm">
        <thead className="sticky top-14 z-10 bg-sunken text-ink-soft in-[[role=dialog]]:top-0 group-data-wide/rows:top-0">
          <tr className="bg-sunken">
            {selection && <SelectAll {...{ rows, rowKey, selection }} />}
            {columns.map((column, at) => (
              <HeaderCell
                key={column.id}
                {...{ column, sort, onSort, byServer }}
                className={at === 0 && pinned(selection !== undefined)}
              />
            ))}
            {rowActions && (
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        {groupsOf(rows, grouping).map((group) => (
          <tbody key={group.key}>
            {group.head !== null && (
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={width}
                  className="border-line-strong border-t px-3 pt-2.5 pb-1.5 text-left font-normal"
                >
                  {group.head}
                </th>
              </tr>
            )}
            {group.rows.map((row) => (
              <TableRow key={rowKey(row)} {...props} row={row} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
