import { EVENT_TYPES, type EventType } from '#db/records/event-type.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { humanize } from '#pwa/format/names.ts';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { CompanyFilter } from './company-filter.tsx';
import { eventSentence } from './event-sentence.ts';
import { FilterField } from './filter-field.tsx';
import { LogFrame } from './log-frame.tsx';
import { EventRow } from './log-rows.ts';
import { RecordLink } from './record-link.tsx';
import { RECORD_TYPES } from './record-types.ts';
import { useLog } from './use-log.ts';
import { Who } from './who.tsx';

const TYPES = EVENT_TYPES.map((value) => ({ value, label: humanize(value) }));
const known = <T extends string>(values: readonly { value: T }[], text: string | undefined): T | '' =>
  values.find(({ value }) => value === text)?.value ?? '';

interface TabProps {
  path: string;
  /** Does this person see what people of several companies did? */
  severalCompanies: boolean;
  mayOpen(path: string): boolean;
}

/** What happened: each event as a sentence, with what changed. */
export function EventsTab({ path, severalCompanies, mayOpen }: TabProps) {
  const shown = useLog(path, EventRow, ['type', 'targetType', 'targetId', 'userId', 'companyId']);
  const { log } = shown;
  const columns: readonly Column<EventRow>[] = [
    { id: 'type', header: 'What happened', cell: (row) => <Sentence row={row} mayOpen={mayOpen} /> },
    { id: 'change', header: 'Change', cell: (row) => <Change row={row} /> },
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
      cell: (row) => {
        const { userId } = row;
        const only = userId ? () => log.setFilter('userId', userId) : undefined;
        return <Who name={eventSentence(row).who} detail={row.companyName} onOnly={only} />;
      },
    },
  ];
  return (
    <LogFrame
      label="Events"
      shown={shown}
      columns={columns}
      rowLabel={(row) => row.type}
      touched={[
        { name: 'userId', label: log.rows[0]?.userName ?? 'one person' },
        { name: 'targetId', label: log.rows[0]?.recordName ?? 'one record' },
      ]}
      filters={
        <>
          <FilterField label="Kind of event">
            {(id) => (
              <Combobox<EventType>
                id={id}
                options={TYPES}
                placeholder="Any kind of event"
                value={known(TYPES, log.filter('type')[0])}
                onChange={(type) => log.setFilter('type', type)}
              />
            )}
          </FilterField>
          <FilterField label="Kind of record">
            {(id) => (
              <Select
                id={id}
                options={RECORD_TYPES}
                placeholder="Any record"
                value={known(RECORD_TYPES, log.filter('targetType')[0])}
                onChange={(type) => log.setFilter('targetType', type)}
              />
            )}
          </FilterField>
          {severalCompanies && (
            <CompanyFilter
              companyId={log.filter('companyId')[0] ?? ''}
              onChange={(companyId) => log.setFilter('companyId', companyId)}
            />
          )}
        </>
      }
    />
  );
}

function Sentence({ row, mayOpen }: { row: EventRow; mayOpen(path: string): boolean }) {
  const { who, before, after } = eventSentence(row);
  return (
    <span className="font-normal" data-event={row.type}>
      {`${who} ${before}`}
      <RecordLink
        type={row.targetType}
        id={row.pageId ?? row.targetId}
        name={row.recordName}
        mayOpen={mayOpen}
      />
      {after}
    </span>
  );
}

function Change({ row }: { row: EventRow }) {
  const { change, details } = eventSentence(row);
  return (
    <div className="break-words">
      {change && <div>{change}</div>}
      {details.length > 0 && <div className="text-ink-soft text-sm">{details.join(' · ')}</div>}
    </div>
  );
}
