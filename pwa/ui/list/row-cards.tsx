import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import { CardActions } from './row-actions.tsx';
import { groupsOf } from './row-groups.ts';
import { RowName } from './row-name.tsx';
import { isWithShift } from './row-selection.ts';
import type { RowsProps } from './rows-table.tsx';

/** The badge next to the name shows the status; a heading above it would only take space. */
const isStatus = ({ id }: { id: string }): boolean => id === 'status';

function Card<Row>(props: RowsProps<Row> & { row: Row }) {
  const { row, columns, rowKey, rowLabel, onOpen, link, selection, rowActions } = props;
  const [title, ...otherColumns] = columns;
  const status = otherColumns.find(isStatus);
  const visibleColumns = otherColumns.filter((column) => !column.tableOnly && column !== status);
  return (
    <li
      data-row={rowKey(row)}
      tabIndex={-1}
      className="relative flex gap-3 px-3 py-2.5 has-checked:bg-accent-soft"
    >
      {selection && (
        <label className="z-10 -my-1 -ml-2 grid size-11 shrink-0 place-items-center">
          <input
            type="checkbox"
            aria-label={`Select ${rowLabel(row)}`}
            className="size-5 accent-accent"
            checked={selection.selected.has(rowKey(row))}
            onChange={(event) => selection.toggle(rowKey(row), isWithShift(event))}
          />
        </label>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {onOpen || link ? (
            <RowName
              link={link?.(row) ?? null}
              onOpen={onOpen && (() => onOpen(row))}
              className="min-h-8 font-semibold after:absolute after:inset-0"
            >
              {title?.cell(row)}
            </RowName>
          ) : (
            <div className="font-semibold">{title?.cell(row)}</div>
          )}
          {status && (
            <div className="min-w-0 text-sm">
              <span className="sr-only">{`${status.header}: `}</span>
              {status.cell(row)}
            </div>
          )}
        </div>
        <dl className="mt-1 grid grid-cols-2 gap-x-3 gap-y-1 text-sm">
          {visibleColumns.map((column) => (
            <div
              key={column.id}
              className={classNames('min-w-0 break-words has-[dd:empty]:hidden', column.wide && 'col-span-2')}
            >
              <dt className={column.isAction ? 'sr-only' : 'text-ink-soft text-xs'}>{column.header}</dt>
              <dd className="tabular-nums">{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {rowActions && <CardActions label={rowLabel(row)} actions={rowActions(row)} />}
      {(onOpen || link) && <ChevronRight aria-hidden size={20} className="self-center text-ink-soft" />}
    </li>
  );
}

/** The rows as cards below 768 px: the first column is the title, the whole card is the target. */
export function RowCards<Row>(props: RowsProps<Row>) {
  const { label, rows, rowKey, grouping } = props;
  const id = useId();
  return groupsOf(rows, grouping).map((group, at) => (
    <div key={group.key} className={at > 0 ? 'border-line border-t' : undefined}>
      {group.head !== null && (
        <div id={`${id}${at}`} className="bg-sunken px-3 py-2">
          {group.head}
        </div>
      )}
      <ul
        {...(group.head === null ? { 'aria-label': label } : { 'aria-labelledby': `${id}${at}` })}
        className="divide-y divide-line"
      >
        {group.rows.map((row) => (
          <Card key={rowKey(row)} {...props} row={row} />
        ))}
      </ul>
    </div>
  ));
}
