import type { Sort } from './column.ts';

/** What a list needs to know when the server searches, sorts and pages: its rows are one page only. */
export interface ServerPaging {
  total: number;
  /** Starts at 0. */
  page: number;
  pageSize: number;
  onPage(page: number): void;
  sort: Sort | null;
  onSort(sort: Sort | null): void;
  /** Another page is on its way; the rows are still the ones before. */
  busy: boolean;
  /** Offered when nothing was found and something is searched or filtered. */
  onClear?: () => void;
}
