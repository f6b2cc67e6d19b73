import type { ReactNode } from 'react';
import { naturalOrder } from '#db/values/natural-order.ts';

export interface Column<Row> {
  id: string;
  header: string;
  cell(row: Row): ReactNode;
  /** Makes the header sort by this value. */
  sortBy?: (row: Row) => string | number | null;
  /** Makes the header sort a list that the server sorts; the id is the server's name of the field. */
  sortable?: boolean;
  align?: 'left' | 'right';
  /** Omitted from the card on a phone. */
  tableOnly?: boolean;
  /** A button names its own action, so the card shows no heading above it. */
  isAction?: boolean;
  /** Spans the whole width of the card on a phone. */
  wide?: boolean;
}

export interface Sort {
  column: string;
  descending: boolean;
}

/**
 * Check whether the header of a column sorts; a list from the server sorts only by fields that the server
 * knows.
 */
export const isSortable = <Row>(column: Column<Row>, byServer: boolean): boolean =>
  byServer ? column.sortable === true : column.sortBy !== undefined;

/** Return the sort after a press on a header: ascending, descending, then the default order. */
export function nextSort(sort: Sort | null, column: string): Sort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return typeof a === 'number' && typeof b === 'number' ? a - b : naturalOrder(String(a), String(b));
}

/** Sort rows by a column; rows without a value are last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const by = columns.find((column) => column.id === sort?.column)?.sortBy;
  if (!sort || !by) return rows;
  return [...rows].sort((first, right) => {
    const a = by(first);
    const b = by(right);
    const order = compare(a, b);
    return sort.descending && a !== null && b !== null ? -order : order;
  });
}
