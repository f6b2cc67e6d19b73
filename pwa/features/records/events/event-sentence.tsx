import { Link } from '@tanstack/react-router';
import { EVENT_PHRASES } from '#db/records/events/event-phrases.ts';
import type { EventRow } from '#db/records/events/shown-log.ts';
import { humanize } from '#pwa/format/names.ts';
import { shownValue } from './log-rows.ts';
import { recordLink } from './record-path.ts';

/**
 * A sentence in three parts, so that the record can be a link: who did what to, which record, and the rest.
 */
export interface EventSentence {
  actor: string;
  before: string;
  record: string;
  after: string;
  /** The change as text; null when there is none. */
  change: string | null;
  /** The reason and other details. */
  details: readonly string[];
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Name a record; a deleted or unnamed one is marked as such. */
const recordText = (name: string | null): string => name ?? '(unnamed)';

function changeOf({ data }: EventRow): string | null {
  if (!('to' in data)) return null;
  const to = shownValue(data['to']);
  if (!('from' in data) || data['from'] === null) return `to ${to}`;
  return `${shownValue(data['from'])} → ${to}`;
}

const list = (value: unknown): string | null =>
  Array.isArray(value) && value.length > 0 ? value.map(shownValue).join(', ') : null;

const labeledValue = (label: string, value: string | null): string | null => value && `${label}: ${value}`;

function fieldsOf(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  const parts = value.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'field' in one
      ? `${humanize(String(one.field))}: ${shownValue(Reflect.get(one, 'from'))} → ${shownValue(Reflect.get(one, 'to'))}`
      : shownValue(one),
  );
  return parts.length > 0 ? parts.join('; ') : null;
}

/** The entity of an event's type. */
const kindLabel = (type: EventRow['type']): string =>
  type.startsWith('EMAIL') ? 'letter' : type.startsWith('SYNC') ? 'conflict' : 'kind';

function detailsOf({ type, data, deviceName }: EventRow): string[] {
  const code = (key: string): string | null => text(data[key]) && shownValue(data[key]);
  return [
    labeledValue('for', code('purpose')),
    labeledValue('to', text(data['toName'])),
    labeledValue('reason', code('reason')),
    labeledValue('note', text(data['note']) ?? text(data['notes']) ?? text(data['text'])),
    labeledValue('resolution', code('resolution')),
    labeledValue(kindLabel(type), code('kind')),
    labeledValue('file', text(data['file'])),
    labeledValue('added', list(data['added'])),
    labeledValue('removed', list(data['removed'])),
    fieldsOf(data['changed']),
    labeledValue('on', deviceName),
  ].filter((part) => part !== null);
}

/** Build the sentence of an event. */
export function eventSentence(row: EventRow): EventSentence {
  const [before = '', after = ''] = EVENT_PHRASES[row.type].split('{}');
  return {
    actor: row.userName ?? text(row.data['by']) ?? (row.userId ? 'Somebody' : 'The system'),
    before,
    record: recordText(row.recordName),
    after,
    change: changeOf(row),
    details: detailsOf(row),
  };
}

interface RecordLinkProps {
  type: string;
  id: string;
  name: string | null;
  /** Report whether this user may open the page. */
  mayOpen(path: string): boolean;
}

/** The name of the record; a link where it has a page that this user may open. */
export function RecordLink({ type, id, name, mayOpen }: RecordLinkProps) {
  const link = recordLink(type, id, mayOpen);
  const label = recordText(name);
  if (!link) return <span className="font-semibold">{label}</span>;
  return (
    <Link {...link} className="font-semibold text-accent-ink underline underline-offset-2">
      {label}
    </Link>
  );
}
