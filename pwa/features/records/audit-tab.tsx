import { AUDIT_ACTIONS, type AuditAction } from '#db/records/audit-action.ts';
import { humanize } from '#pwa/format/names.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { ListFilters } from '#pwa/ui/list/select-filter.tsx';
import { ChangeDiff } from './change-diff.tsx';
import { actorColumn, timeColumn, touchedBy } from './log-columns.tsx';
import { LogFrame } from './log-frame.tsx';
import { AuditRow } from './log-rows.ts';
import { RecordLink } from './record-link.tsx';
import { RECORD_TABLES } from './record-types.ts';
import { useLog } from './use-log.ts';

const DONE: Record<AuditAction, string> = { CREATE: 'Created', UPDATE: 'Changed', DELETE: 'Removed' };
const FILTERS = [
  { name: 'tableName', label: 'Kind of record', any: 'Any record', options: RECORD_TABLES },
  {
    name: 'action',
    label: 'Kind of change',
    any: 'Any change',
    options: AUDIT_ACTIONS.map((value) => ({ value, label: DONE[value] })),
  },
];
const tableLabel = (table: string): string =>
  RECORD_TABLES.find(({ value }) => value === table)?.label ?? humanize(table);

/** Log of writes to records, field by field. */
export function AuditTab({ path, mayOpen }: { path: string; mayOpen(path: string): boolean }) {
  const logView = useLog(path, AuditRow, ['action', 'tableName', 'recordId', 'userId']);
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
