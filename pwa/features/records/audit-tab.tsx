import { AUDIT_ACTIONS, type AuditAction } from '#db/records/audit-action.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { humanize } from '#pwa/format/names.ts';
import { Select } from '#pwa/ui/form/select.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { ChangeDiff } from './change-diff.tsx';
import { FilterField } from './filter-field.tsx';
import { LogFrame } from './log-frame.tsx';
import { AuditRow } from './log-rows.ts';
import { RecordLink } from './record-link.tsx';
import { RECORD_TABLES } from './record-types.ts';
import { useLog } from './use-log.ts';
import { Who } from './who.tsx';

const DONE: Record<AuditAction, string> = { CREATE: 'Created', UPDATE: 'Changed', DELETE: 'Removed' };
const ACTIONS = AUDIT_ACTIONS.map((value) => ({ value, label: DONE[value] }));
const tableLabel = (table: string): string =>
  RECORD_TABLES.find(({ value }) => value === table)?.label ?? humanize(table);

/** What was written to which record, field by field. */
export function AuditTab({ path, mayOpen }: { path: string; mayOpen(path: string): boolean }) {
  const shown = useLog(path, AuditRow, ['action', 'tableName', 'recordId', 'userId']);
  const { log } = shown;
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
      cell: ({ changes, reason }) => (
        <>
          <ChangeDiff changes={changes} />
          {reason && <p className="text-ink-soft text-sm">{`reason: ${reason}`}</p>}
        </>
      ),
    },
    {
      id: 'occurredAt',
      header: 'When',
      sortable: true,
      cell: ({ occurredAt }) => (
        <span className="whitespace-nowrap">{formatDate(occurredAt, 'monthDayAtTime')}</span>
      ),
    },
    {
      id: 'who',
      header: 'Who',
      cell: ({ userId, userName }) => (
        <Who
          name={userName ?? 'The system'}
          onOnly={userId ? () => log.setFilter('userId', userId) : undefined}
        />
      ),
    },
  ];
  return (
    <LogFrame
      label="Changes"
      shown={shown}
      columns={columns}
      rowLabel={({ tableName, recordName }) => recordName ?? tableName}
      touched={[
        { name: 'userId', label: log.rows[0]?.userName ?? 'one person' },
        { name: 'recordId', label: log.rows[0]?.recordName ?? 'one record' },
      ]}
      filters={
        <>
          <FilterField label="Kind of record">
            {(id) => (
              <Select
                id={id}
                options={RECORD_TABLES}
                placeholder="Any record"
                value={RECORD_TABLES.find(({ value }) => value === log.filter('tableName')[0])?.value ?? ''}
                onChange={(table) => log.setFilter('tableName', table)}
              />
            )}
          </FilterField>
          <FilterField label="Kind of change">
            {(id) => (
              <Select<AuditAction>
                id={id}
                options={ACTIONS}
                placeholder="Any change"
                value={AUDIT_ACTIONS.find((action) => action === log.filter('action')[0]) ?? ''}
                onChange={(action) => log.setFilter('action', action)}
              />
            )}
          </FilterField>
        </>
      }
    />
  );
}
