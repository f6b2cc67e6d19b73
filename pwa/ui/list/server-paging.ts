import type { Sort } from './column.ts';

/** The position of a user in a list: its sort and page. */
export interface ListPlace {
  /** Starts at 0. */
  page: number;
  onPage(page: number): void;
  sort: Sort | null;
  onSort(sort: Sort | null): void;
}

/** The props of a list that the server searches, sorts and pages: its rows are one page only. */
export interface ServerPaging extends ListPlace {
  total: number;
  pageSize: number;
  /** Another page is on its way; the rows are still the ones before. */
  busy: boolean;
  /** Offered when nothing was found and something is searched or filtered. */
  onClear?: () => void;
}
