import { formatDate } from '#pwa/format/dates.ts';
import { humanize } from '#pwa/format/names.ts';
import { Section } from './page.tsx';
import { Timeline } from './timeline.tsx';
import type { Tone } from './tone.ts';

/** An event as a page got it from the server. */
interface Entry {
  id: string;
  type: string;
  by: string | null;
  at: string;
}

interface EventTimelineProps<E extends Entry> {
  /** What it is the history of: "W-000123". */
  of: string;
  /** The kind of record, in a sentence: "order". */
  kind: string;
  history: readonly E[];
  /** How events of a type are called here; the others are called by their type. */
  titles: Readonly<Record<string, { title: string; tone: Tone }>>;
  /** What stands below an event, a line each. */
  linesOf(entry: E): readonly string[];
}

/** What happened to a record, newest first. */
export function EventTimeline<E extends Entry>({
  of,
  kind,
  history,
  titles,
  linesOf,
}: EventTimelineProps<E>) {
  return (
    <Section title="History">
      {history.length === 0 && <p className="text-ink-soft">{`No event is kept with this ${kind}.`}</p>}
      <Timeline
        label={`History of ${of}`}
        entries={history.map((entry) => ({
          ...(titles[entry.type] ?? { title: humanize(entry.type), tone: 'neutral' as const }),
          id: entry.id,
          person: entry.by,
          time: formatDate(entry.at, 'dayAtTime'),
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
