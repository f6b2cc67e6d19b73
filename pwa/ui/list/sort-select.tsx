import { ArrowUpDown, ChevronDown } from 'lucide-react';
import { INPUT_LOOK } from '../form/control.ts';
import { type Column, isSortable, type Sort } from './column.ts';

interface SortSelectProps<Row> {
  columns: readonly Column<Row>[];
  byServer: boolean;
  sort: Sort | null;
  onSort(sort: Sort | null): void;
}

/** Sorting under 768 px, where cards have no headers to press. */
export function SortSelect<Row>({ columns, byServer, sort, onSort }: SortSelectProps<Row>) {
  const sortable = columns.filter((column) => isSortable(column, byServer));
  if (sortable.length === 0) return null;
  return (
    <div className="relative w-full">
      <ArrowUpDown
        aria-hidden
        size={18}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-soft"
      />
      <select
        aria-label="Sort"
        value={sort ? `${sort.column}:${sort.descending}` : ''}
        onChange={({ target }) => {
          const [column = '', descending] = target.value.split(':');
          onSort(column === '' ? null : { column, descending: descending === 'true' });
        }}
        className={`${INPUT_LOOK} appearance-none pr-9 pl-10`}
      >
        <option value="">Usual order</option>
        {sortable.flatMap(({ id, header }) => [
          <option key={`${id}:up`} value={`${id}:false`}>{`${header}, ascending`}</option>,
          <option key={`${id}:down`} value={`${id}:true`}>{`${header}, descending`}</option>,
        ])}
      </select>
      <ChevronDown
        aria-hidden
        size={18}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-soft"
      />
    </div>
  );
}
