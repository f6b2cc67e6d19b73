import { useMemo } from 'react';
import { person } from '#db/identity/person.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { Section } from '#pwa/ui/page.tsx';
import { Timeline } from '#pwa/ui/timeline.tsx';
import { type EventRow, eventDetail, eventTitle, eventTone } from './event-texts.ts';

/** Events of a specimen, newest first. */
export function SpecimenHistory({ events }: { events: readonly EventRow[] }) {
  const people = useRows(person);
  const names = useMemo(() => new Map((people ?? []).map(({ userId, name }) => [userId, name])), [people]);
  const entries = [...events]
    .sort((a, b) => b.occurredAt.localeCompare(a.occurredAt) || b.id.localeCompare(a.id))
    .map((one) => ({
      id: one.id,
      title: eventTitle(one.type),
      person: one.userId === null ? 'System' : (names.get(one.userId) ?? null),
      time: formatDate(one.occurredAt, 'monthDayAtTime'),
      tone: eventTone(one.type),
      detail: eventDetail(one),
      waiting: one.deviceId !== null && one.syncedAt === null,
    }));
  return (
    <Section title="History">
      {entries.length === 0 ? (
        <p className="text-ink-soft">Nothing has happened yet.</p>
      ) : (
        <Timeline label="History of this specimen" entries={entries} />
      )}
    </Section>
  );
}
