import type { StatusDisplay } from '#db/values/tone.ts';
import { humanize } from '#pwa/format/names.ts';
import { TONE_OF_STATUS } from '#pwa/ui/badge.tsx';
import { Section } from '#pwa/ui/page.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import { Timeline, type TimelineEntry } from './timeline.tsx';

/** An event as the server sends it. */
interface Entry {
  id: string;
  type: string;
  by: string | null;
  at: string;
}

interface Title {
  title: string;
  tone: Tone;
}

interface EventTimelineProps<E extends Entry> {
  /** The record of the history: "W-000123". */
  of: string;
  /** The kind of record within a sentence: "order". */
  kind: string;
  history: readonly E[];
  /** Labels of event types on this page; other events show their type. */
  titles: Readonly<Record<string, Title>>;
  /** The status that an event led to, as the label of the event; null uses its type. */
  statusOf?: (entry: E) => StatusDisplay | null;
  /** Lines below an event. */
  linesOf(entry: E): readonly string[];
}

/** A plain change of status is labeled with the new status. */
function titleOf(
  type: string,
  display: StatusDisplay | null,
  titles: Readonly<Record<string, Title>>,
): Title {
  if (display) return { title: display.label, tone: TONE_OF_STATUS[display.tone] };
  return titles[type] ?? { title: humanize(type), tone: 'neutral' };
}

/** Build the entries of a record's events. */
export function eventEntries<E extends Entry>({
  history,
  titles,
  statusOf,
  linesOf,
}: Pick<EventTimelineProps<E>, 'history' | 'titles' | 'statusOf' | 'linesOf'>): TimelineEntry[] {
  return history.map((entry) => ({
    ...titleOf(entry.type, statusOf?.(entry) ?? null, titles),
    id: entry.id,
    person: entry.by,
    at: entry.at,
    detail: linesOf(entry).map((line) => (
      <p key={line} className="wrap-anywhere text-sm">
        {line}
      </p>
    )),
  }));
}

/** The activity of a record that has events only, newest first. */
export function EventTimeline<E extends Entry>({ of, kind, ...events }: EventTimelineProps<E>) {
  return (
    <Section title="Activity">
      {events.history.length === 0 && (
        <p className="text-ink-soft">{`Nothing is recorded for this ${kind} yet.`}</p>
      )}
      <Timeline label={`History of ${of}`} entries={eventEntries(events)} />
    </Section>
  );
}
