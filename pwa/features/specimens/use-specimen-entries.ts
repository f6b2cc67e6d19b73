import { useMemo } from 'react';
import type { Row } from '#db/entity.ts';
import { person } from '#db/identity/person.ts';
import { type event, INTERNAL_REASON } from '#db/records/events/event.ts';
import { FAILED_SAMPLE_REASON, FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import { SPECIMEN_STATUS, SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

/** An event as devices store it. */
type EventRow = Row<typeof event>;

const TONES: Partial<Record<EventRow['type'], Tone>> = {
  SPECIMEN_ACCESSIONED: 'success',
  SPECIMEN_DISCREPANCY: 'warning',
  SPECIMEN_DISCREPANCY_RESOLVED: 'success',
  SPECIMEN_QUARANTINED: 'danger',
  SPECIMEN_RELEASED: 'success',
  SPECIMEN_ACTION_REQUIRED: 'danger',
  SPECIMEN_FAILED: 'danger',
  SPECIMEN_CANCELED: 'neutral',
  SPECIMEN_DIRECTOR_APPROVED: 'success',
  RESULTS_RELEASED: 'success',
  RESULTS_RECALLED: 'danger',
};

const TITLES: Partial<Record<EventRow['type'], string>> = { SPECIMEN_DIRECTOR_APPROVED: 'Results approved' };

/** Format the name of an event: `SPECIMEN_STATUS_CHANGED` becomes "Status changed". */
function eventTitle(type: EventRow['type']): string {
  const title = TITLES[type];
  if (title) return title;
  const phrase = type
    .replace(/^(SPECIMEN|SAMPLE)_/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`;
}

/** Color of an event in a history. */
const eventTone = (type: EventRow['type']): Tone => TONES[type] ?? 'info';

const textIn = (data: unknown, key: string): string | null => {
  if (typeof data !== 'object' || data === null) return null;
  const value: unknown = Object.entries(data).find(([name]) => name === key)?.[1];
  return typeof value === 'string' && value !== '' ? value : null;
};

const statusLabel = (text: string | null): string | null => {
  const status = SpecimenStatus.safeParse(text);
  return status.success ? SPECIMEN_STATUS[status.data].label : null;
};

/** The reason as text; a sample's failure reason comes from a list. */
function reasonText(data: unknown): string | null {
  const text = textIn(data, 'reason');
  const listedReason = FailedSampleReason.safeParse(text).data;
  return listedReason ? FAILED_SAMPLE_REASON[listedReason] : text;
}

/** List the details of an event: from, to, reason, number. */
function eventDetail({ data }: Pick<EventRow, 'data'>): string {
  const [from, to] = [statusLabel(textIn(data, 'from')), statusLabel(textIn(data, 'to'))];
  return [
    from && to ? `${from} → ${to}` : (to ?? ''),
    textIn(data, 'julianId') ?? '',
    reasonText(data) ?? textIn(data, 'description') ?? '',
    textIn(data, 'note') ?? '',
    textIn(data, INTERNAL_REASON) ?? '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Use the entries of a specimen's events. */
export function useSpecimenEntries(events: readonly EventRow[]): TimelineEntry[] {
  const people = useRows(person);
  const names = useMemo(() => new Map((people ?? []).map(({ userId, name }) => [userId, name])), [people]);
  return events.map((one) => ({
    id: one.id,
    title: eventTitle(one.type),
    person: one.userId === null ? 'System' : (names.get(one.userId) ?? null),
    at: one.occurredAt,
    tone: eventTone(one.type),
    detail: eventDetail(one),
    waiting: one.deviceId !== null && one.syncedAt === null,
  }));
}
