import type { Sort } from './column.ts';

/** Where in a list somebody is: how it is sorted and which page is open. */
export interface ListPlace {
  /** Starts at 0. */
  page: number;
  onPage(page: number): void;
  sort: Sort | null;
  onSort(sort: Sort | null): void;
}

/** What a list needs to know when the server searches, sorts and pages: its rows are one page only. */
export interface ServerPaging extends ListPlace {
  total: number;
  pageSize: number;
  /** Another page is on its way; the rows are still the ones before. */
  busy: boolean;
  /** Offered when nothing was found and something is searched or filtered. */
  onClear?: () => void;
}
