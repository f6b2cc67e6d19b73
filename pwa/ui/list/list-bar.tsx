import type { ReactNode } from 'react';
import type { Column, Sort } from './column.ts';
import { DisplayMenu } from './display-menu.tsx';
import { SearchInput } from './list-controls.tsx';
import { PhoneSort } from './phone-sort.tsx';
import type { ListViewing } from './views/list-view.ts';

interface ListBarProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  search: { value: string; onChange(value: string): void } | undefined;
  filters: ReactNode;
  viewing: ListViewing | undefined;
  byServer: boolean;
  wide: boolean;
  sort: Sort | null;
  onSort(sort: Sort | null): void;
}

/** Search, filters and display of a list; empty where a list has none of them. */
export function ListBar<Row>(props: ListBarProps<Row>) {
  const { label, columns, search, filters, viewing, byServer, wide, sort, onSort } = props;
  if (!search && !filters) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b p-2 md:px-3">
      <div className="flex w-full gap-2 empty:hidden md:contents">
        {search && <SearchInput {...search} label={`Search ${label.toLowerCase()}`} />}
        {!wide && <PhoneSort {...{ columns, byServer, sort, onSort }} small={search !== undefined} />}
      </div>
      {filters}
      {wide && <DisplayMenu columns={columns} viewing={viewing} />}
    </div>
  );
}
