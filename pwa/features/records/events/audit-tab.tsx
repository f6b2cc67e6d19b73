import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { LOG_CALLS } from '#db/api/records/events.ts';
import { AUDIT_ACTIONS, type AuditAction } from '#db/records/events/audit-log.ts';
import type { AuditRow } from '#db/records/events/shown-log.ts';
import { MASKED } from '#db/records/patient-fields.ts';
import { humanize } from '#pwa/format/names.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { RecordLink } from './event-sentence.tsx';
import { LogFrame } from './log-frame.tsx';
import { RECORD_TABLES, shownValue } from './log-rows.ts';
import { actorColumn, timeColumn, touchedBy, useLog } from './log-table.tsx';

const FIRST = 4;

/** A change of one field as the log stores it: `[before, after]`. */
const pairOf = (change: unknown): readonly [unknown, unknown] =>
  Array.isArray(change) ? [change[0], change[1]] : [null, change];

function Value({ value, old }: { value: unknown; old: boolean }) {
  const text = shownValue(value);
  if (value === MASKED)
    return <span className="text-ink-soft">hidden: needs the permission for patients</span>;
  if (value === null || value === undefined) return <span className="text-ink-soft">{text}</span>;
  return old ? (
    <del data-tone="danger" className="rounded bg-tone-soft px-1 text-tone-ink decoration-1">
      {text}
    </del>
  ) : (
    <ins data-tone="success" className="rounded bg-tone-soft px-1 text-tone-ink no-underline">
      {text}
    </ins>
  );
}

/** The fields that a write changed, each with before and after. */
export function ChangeDiff({ changes }: { changes: Readonly<Record<string, unknown>> }) {
  const [all, setAll] = useState(false);
  const fields = Object.entries(changes);
  const visibleFields = all ? fields : fields.slice(0, FIRST);
  return (
    <div className="flex flex-col items-start gap-1">
      <dl className="grid gap-1 text-sm">
        {visibleFields.map(([field, change]) => {
          const [before, after] = pairOf(change);
          return (
            <div key={field} className="flex flex-wrap items-baseline gap-x-2 break-words">
              <dt className="font-medium">{humanize(field)}</dt>
              <dd className="flex min-w-0 flex-wrap items-baseline gap-1 break-all">
                <Value value={before} old />
                <ArrowRight aria-label="became" size={14} className="self-center" />
                <Value value={after} old={false} />
              </dd>
            </div>
          );
        })}
      </dl>
      {fields.length > FIRST && (
        <Button onClick={() => setAll(!all)}>
          {all ? 'Show fewer fields' : `Show all ${fields.length} fields`}
        </Button>
      )}
    </div>
  );
}

const DONE: Record<AuditAction, string> = { CREATE: 'Created', UPDATE: 'Changed', DELETE: 'Removed' };
const FILTERS = [
  { name: 'tableName', label: 'Kind of record', options: RECORD_TABLES },
  {
    name: 'action',
    label: 'Kind of change',
    options: AUDIT_ACTIONS.map((value) => ({ value, label: DONE[value] })),
  },
];
const tableLabel = (table: string): string =>
  RECORD_TABLES.find(({ value }) => value === table)?.label ?? humanize(table);

/** Log of writes to records, field by field. */
export function AuditTab({ mayOpen }: { mayOpen(path: string): boolean }) {
  const logView = useLog(LOG_CALLS.changes, ['action', 'tableName', 'recordId', 'userId']);
  const columns: readonly Column<AuditRow>[] = [
    {
      id: 'action',
      header: 'Record',
      sortable: true,
      cell: ({ action, tableName, recordId, recordName, pageId }) => (
        <span className="font-normal">
          {`${DONE[action]} ${tableLabel(tableName).toLowerCase()} `}
          {recordName && (
            <RecordLink type={tableName} id={pageId ?? recordId} name={recordName} mayOpen={mayOpen} />
          )}
        </span>
      ),
    },
    {
      id: 'changes',
      header: 'Before and after',
      wide: true,
      cell: ({ changes, reason }) => (
        <>
          <ChangeDiff changes={changes} />
          {reason && <p className="text-ink-soft text-sm">{`reason: ${reason}`}</p>}
        </>
      ),
    },
    timeColumn(),
    actorColumn(logView, ({ userName }) => ({ name: userName ?? 'The system' })),
  ];
  return (
    <LogFrame
      label="Changes"
      logView={logView}
      columns={columns}
      rowLabel={({ tableName, recordName }) => recordName ?? tableName}
      touched={touchedBy(logView, 'recordId')}
      filters={<ListFilters list={logView.log} filters={FILTERS} />}
    />
  );
}
