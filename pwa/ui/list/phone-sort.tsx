import { ArrowDown, ArrowUp, ArrowUpDown, ChevronDown } from 'lucide-react';
import { classNames } from '#pwa/ui/class-names.ts';
import { INPUT_CLASS } from '#pwa/ui/form/control.ts';
import { type Column, isSortable, type Sort } from './column.ts';

interface PhoneSortProps<Row> {
  columns: readonly Column<Row>[];
  byServer: boolean;
  sort: Sort | null;
  onSort(sort: Sort | null): void;
  /** Next to the search there is space only for an icon; the native list shows the options. */
  small: boolean;
}

const SMALL =
  'grid size-11 place-items-center rounded-md border border-line-strong bg-surface has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2';

/** A sort select below 768 px, where cards have no headers to press. */
export function PhoneSort<Row>({ columns, byServer, sort, onSort, small }: PhoneSortProps<Row>) {
  const sortable = columns.filter((column) => isSortable(column, byServer));
  if (sortable.length === 0) return null;
  const Sign = !sort ? ArrowUpDown : sort.descending ? ArrowDown : ArrowUp;
  return (
    <div className={classNames('relative shrink-0', small ? SMALL : 'w-full')}>
      <Sign
        aria-hidden
        size={18}
        className={classNames(
          'pointer-events-none',
          sort ? 'text-accent-ink' : 'text-ink-soft',
          !small && 'absolute top-1/2 left-3 -translate-y-1/2',
        )}
      />
      <select
        aria-label="Sort"
        value={sort ? `${sort.column}:${sort.descending}` : ''}
        onChange={({ target }) => {
          const [column = '', descending] = target.value.split(':');
          onSort(column === '' ? null : { column, descending: descending === 'true' });
        }}
        className={small ? 'absolute inset-0 opacity-0' : `${INPUT_CLASS} appearance-none pr-9 pl-10`}
      >
        <option value="">Usual order</option>
        {sortable.flatMap(({ id, header }) => [
          <option key={`${id}:up`} value={`${id}:false`}>{`${header}, ascending`}</option>,
          <option key={`${id}:down`} value={`${id}:true`}>{`${header}, descending`}</option>,
        ])}
      </select>
      {!small && (
        <ChevronDown
          aria-hidden
          size={18}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-soft"
        />
      )}
    </div>
  );
}
