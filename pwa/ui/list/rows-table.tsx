import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { type AppLink, addressOf } from '#pwa/ui/app-link.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { type Column, isSortable, type Sort } from './column.ts';

/** Neighboring rows below one heading that states what they have in common. */
export interface RowGrouping<Row> {
  keyOf(row: Row): string;
  head(row: Row): ReactNode;
}

export interface RowGroup<Row> {
  key: string;
  /** Null where rows are not grouped. */
  head: ReactNode;
  rows: readonly Row[];
}

/** Group rows in their order; one group without a heading when grouping is off. */
export function groupsOf<Row>(rows: readonly Row[], grouping: RowGrouping<Row> | undefined): RowGroup<Row>[] {
  if (!grouping) return [{ key: 'all', head: null, rows }];
  const groups: { key: string; head: ReactNode; rows: Row[] }[] = [];
  for (const row of rows) {
    const key = grouping.keyOf(row);
    const last = groups.at(-1);
    if (last?.key === key) last.rows.push(row);
    else groups.push({ key, head: grouping.head(row), rows: [row] });
  }
  return groups;
}

interface RowNameProps {
  /** The page of the row: the name is then a link, which can open in a new tab. */
  link: AppLink | null;
  onOpen: (() => void) | undefined;
  className: string;
  children: ReactNode;
}

/** Check whether a press opens the page here and not in another tab or window. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The name of a row, which opens its page or window. */
export function RowName({ link, onOpen, className, children }: RowNameProps) {
  if (link === null)
    return (
      <button type="button" onClick={onOpen} className={classNames('text-left', className)}>
        {children}
      </button>
    );
  const open = (event: MouseEvent): void => {
    if (!onOpen || !isPlain(event)) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a href={addressOf(link)} onClick={open} className={classNames('inline-grid content-center', className)}>
      <span>{children}</span>
    </a>
  );
}

/** The selected rows and the handler of changes. */
interface RowSelection {
  selected: ReadonlySet<string>;
  onSelect(selected: ReadonlySet<string>): void;
}

/** Toggle one element of a set. */
export function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

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
  selection?: RowSelection | undefined;
  /** Rows below headings; the user cannot sort a grouped list. */
  grouping?: RowGrouping<Row> | undefined;
}

/** A word or a date stays on one line, so that rows are equally high; longer text may take two. */
const SHORT = 20;
const isShort = (cell: unknown): boolean => typeof cell === 'string' && cell.length <= SHORT;

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
}: {
  column: Column<Row>;
  byServer: boolean;
  sort: Sort | null;
  onSort(column: string): void;
}) {
  const active = sort?.column === column.id;
  const Arrow = !active ? ArrowUpDown : sort.descending ? ArrowDown : ArrowUp;
  const order = !active ? undefined : sort.descending ? 'descending' : 'ascending';
  const align = column.align === 'right' ? 'text-right' : 'text-left';
  return (
    <th scope="col" aria-sort={order} className={classNames('whitespace-nowrap px-3 font-semibold', align)}>
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
}: Pick<RowsProps<Row>, 'rows' | 'rowKey'> & { selection: RowSelection }) {
  const all = rows.length > 0 && rows.every((row) => selection.selected.has(rowKey(row)));
  const select = () =>
    selection.onSelect(all ? new Set() : new Set([...selection.selected, ...rows.map(rowKey)]));
  return (
    <th scope="col" className="w-10 pl-3 text-left">
      <input
        type="checkbox"
        aria-label="Select all rows of this page"
        className="size-6 align-middle accent-accent"
        checked={all}
        onChange={select}
      />
    </th>
  );
}

function TableRow<Row>({
  row,
  columns,
  rowKey,
  rowLabel,
  onOpen,
  link,
  selection,
}: RowsProps<Row> & { row: Row }) {
  return (
    <tr className="border-line border-t hover:bg-hover has-checked:bg-accent-soft">
      {selection && (
        <td className="w-10 pl-3">
          <input
            type="checkbox"
            aria-label={`Select ${rowLabel(row)}`}
            className="size-6 align-middle accent-accent"
            checked={selection.selected.has(rowKey(row))}
            onChange={() => selection.onSelect(toggled(selection.selected, rowKey(row)))}
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
              column.align === 'right' && 'text-right',
              isShort(cell) && 'whitespace-nowrap',
            )}
          >
            {at === 0 && (onOpen || link) ? (
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
    </tr>
  );
}

/** Dense rows for comparing, from 768 px on. */
export function RowsTable<Row>(props: TableProps<Row>) {
  const { label, rows, columns, rowKey, selection, grouping, sort, onSort, byServer = false } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls sideways and must do so by keyboard too
    <section className="overflow-x-auto" aria-label={label} tabIndex={0}>
      <table className="w-full border-collapse text-sm">
        <thead className="bg-sunken text-ink-soft">
          <tr>
            {selection && <SelectAll {...{ rows, rowKey, selection }} />}
            {columns.map((column) => (
              <HeaderCell key={column.id} {...{ column, sort, onSort, byServer }} />
            ))}
          </tr>
        </thead>
        {groupsOf(rows, grouping).map((group) => (
          <tbody key={group.key}>
            {group.head !== null && (
              <tr className="border-line-strong border-t">
                <th
                  scope="rowgroup"
                  colSpan={columns.length + (selection ? 1 : 0)}
                  className="px-3 pt-2.5 pb-1.5 text-left font-normal"
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
