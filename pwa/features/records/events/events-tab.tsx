import type { ReactNode } from 'react';
import type { LOG_CALLS } from '#db/api/records/events.ts';
import { EVENT_TYPES } from '#db/records/events/event-type.ts';
import type { EventRow } from '#db/records/events/shown-log.ts';
import { humanize } from '#pwa/format/names.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { eventSentence, RecordLink } from './event-sentence.tsx';
import { useCompanyFilter } from './log-filters.tsx';
import { LogFrame } from './log-frame.tsx';
import { RECORD_TYPES } from './log-rows.ts';
import { actorColumn, timeColumn, touchedBy, useLog } from './log-table.tsx';

const TYPES = EVENT_TYPES.map((value) => ({ value, label: humanize(value) }));
const FILTERS = [
  { name: 'type', label: 'Event', options: TYPES, multiple: true },
  { name: 'targetType', label: 'Record', options: RECORD_TYPES, multiple: true },
];

interface TabProps {
  calls: typeof LOG_CALLS.events;
  /** Report whether this user sees events of several organizations. */
  severalCompanies: boolean;
  mayOpen(path: string): boolean;
}

/** Events as sentences, each with its change. */
export function EventsTab({ calls, severalCompanies, mayOpen }: TabProps) {
  const logView = useLog(calls, ['type', 'targetType', 'targetId', 'userId', 'companyId']);
  const { log } = logView;
  const columns: readonly Column<EventRow>[] = [
    { id: 'type', header: 'What happened', cell: (row) => <Sentence row={row} mayOpen={mayOpen} /> },
    { id: 'change', header: 'Change', wide: true, cell: changeCell },
    timeColumn(),
    actorColumn(logView, (row) => ({ name: eventSentence(row).actor, detail: row.companyName })),
  ];
  return (
    <LogFrame
      label="Events"
      logView={logView}
      columns={columns}
      rowLabel={(row) => row.type}
      touched={touchedBy(logView, 'targetId')}
      filters={<ListFilters list={log} filters={[...FILTERS, ...useCompanyFilter(severalCompanies)]} />}
    />
  );
}

function Sentence({ row, mayOpen }: { row: EventRow; mayOpen(path: string): boolean }) {
  const { actor, before, after } = eventSentence(row);
  return (
    <span className="font-normal" data-event={row.type}>
      {`${actor} ${before}`}
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

/** Empty without a change, so that a card has no heading without content. */
function changeCell(row: EventRow): ReactNode {
  const { change, details } = eventSentence(row);
  if (!change && details.length === 0) return null;
  return (
    <div className="break-words">
      {change && <div>{change}</div>}
      {details.length > 0 && <div className="text-ink-soft text-sm">{details.join(' · ')}</div>}
    </div>
  );
}
