import { type ReactElement, type ReactNode, useState } from 'react';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { type TimelineEntry, TimelineItem } from './timeline.tsx';

/** One line of a feed: an event, a note or a file. */
export interface FeedItem {
  id: string;
  /** ISO time. */
  at: string;
  /** A list item. */
  element: ReactElement;
}

/** Turn events into lines of a feed. */
export const eventItems = (entries: readonly TimelineEntry[]): FeedItem[] =>
  entries.map((entry) => ({ id: entry.id, at: entry.at, element: <TimelineItem entry={entry} /> }));

const newestFirst = (a: FeedItem, b: FeedItem): number =>
  b.at.localeCompare(a.at) || b.id.localeCompare(a.id);

/** Events, notes and files in the order of time, newest first. */
export function Feed({ label, items }: { label: string; items: readonly FeedItem[] }) {
  if (items.length === 0) return <p className="text-ink-soft">Nothing is recorded yet.</p>;
  return (
    <ol aria-label={label} className="flex flex-col">
      {[...items].sort(newestFirst).map(({ id, element }) => (
        <FeedLine key={id}>{element}</FeedLine>
      ))}
    </ol>
  );
}

/** Keeps the key of a line beside its element. */
const FeedLine = ({ children }: { children: ReactElement }) => children;

export interface ActivityView {
  id: 'notes' | 'files' | 'custody';
  label: string;
  content: ReactNode;
}

interface ActivityProps {
  /** Writes a note; a line until it is pressed. */
  composer?: ReactNode;
  /** Views of one kind alone, with everything that can be done with it. */
  views: readonly ActivityView[];
  /** The feed of all. */
  children: ReactNode;
}

/** What happened to a record: notes, events and files in one feed. */
export function Activity({ composer, views, children }: ActivityProps) {
  const [view, setView] = useState<'all' | ActivityView['id']>('all');
  const selectedView = views.find(({ id }) => id === view);
  return (
    <Section
      title="Activity"
      actions={
        views.length > 0 && (
          <Segmented<'all' | ActivityView['id']>
            label="Shown activity"
            value={selectedView?.id ?? 'all'}
            onChange={setView}
            options={[
              { value: 'all', label: 'All' },
              ...views.map(({ id, label }) => ({ value: id, label })),
            ]}
          />
        )
      }
    >
      {/* It stays mounted, so that a note in progress survives a look at the files. */}
      <div hidden={selectedView !== undefined} className="flex flex-col gap-4">
        {composer}
        {children}
      </div>
      {selectedView?.content}
    </Section>
  );
}
