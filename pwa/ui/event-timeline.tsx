import type { StatusDisplay } from '#db/values/tone.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { humanize } from '#pwa/format/names.ts';
import { Section } from './page.tsx';
import { TONE_OF_STATUS } from './status-badge.tsx';
import { Timeline } from './timeline.tsx';
import type { Tone } from './tone.ts';

/** An event as a page got it from the server. */
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
  /** What it is the history of: "W-000123". */
  of: string;
  /** The kind of record, in a sentence: "order". */
  kind: string;
  history: readonly E[];
  /** How events of a type are called here; the others are called by their type. */
  titles: Readonly<Record<string, Title>>;
  /** The status that an event led to, by which it is then called; null calls it by its type. */
  statusOf?: (entry: E) => StatusDisplay | null;
  /** What stands below an event, a line each. */
  linesOf(entry: E): readonly string[];
}

/** A mere change of status is called by what it led to. */
function titleOf(
  type: string,
  display: StatusDisplay | null,
  titles: Readonly<Record<string, Title>>,
): Title {
  if (display) return { title: display.label, tone: TONE_OF_STATUS[display.tone] };
  return titles[type] ?? { title: humanize(type), tone: 'neutral' };
}

/** What happened to a record, newest first. */
export function EventTimeline<E extends Entry>({
  of,
  kind,
  history,
  titles,
  statusOf,
  linesOf,
}: EventTimelineProps<E>) {
  return (
    <Section title="History">
      {history.length === 0 && <p className="text-ink-soft">{`Nothing is recorded for this ${kind} yet.`}</p>}
      <Timeline
        label={`History of ${of}`}
        entries={history.map((entry) => ({
          ...titleOf(entry.type, statusOf?.(entry) ?? null, titles),
          id: entry.id,
          person: entry.by,
          time: formatDate(entry.at, 'monthDayAtTime'),
          detail: linesOf(entry).map((line) => (
            <p key={line} className="wrap-anywhere text-sm">
              {line}
            </p>
          )),
        }))}
      />
    </Section>
  );
}
