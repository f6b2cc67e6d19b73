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
  /** True while another page is loading; the rows are still the previous ones. */
  busy: boolean;
  /** Clears search and filters; set when nothing was found and one of them is active. */
  onClear?: () => void;
}
