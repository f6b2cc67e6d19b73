import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';

/** One item that waits for a director. */
export interface WorkItem {
  key: string;
  title: string;
  badge?: ReactNode;
  /** What a director must know before opening the item. */
  note: ReactNode;
  since: string;
  /** What happened at that time: "completed", "due". */
  sinceText: string;
  /** Reads and decides about the item here; absent where nothing is decided. */
  panel?: () => ReactNode;
  /** The record, where nothing is decided here. */
  link?: AppLink | null;
}

function ItemRow({ item }: { item: WorkItem }) {
  const [open, setOpen] = useState(false);
  const panelId = useId();
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {item.link ? (
              <Link
                {...item.link}
                className="-my-1.5 inline-flex min-h-11 min-w-0 items-center font-medium text-accent-ink underline underline-offset-2 wrap-anywhere"
              >
                {item.title}
              </Link>
            ) : (
              <span className="min-w-0 font-medium wrap-anywhere">{item.title}</span>
            )}
            {item.badge}
          </p>
          <div className="text-ink-soft text-sm wrap-anywhere">{item.note}</div>
        </div>
        <div className="flex items-center justify-between gap-3 max-sm:w-full">
          <span className="text-ink-soft text-sm tabular-nums">
            {item.sinceText} <Time value={item.since} />
          </span>
          {item.panel && (
            <Button
              icon={open ? ChevronUp : ChevronDown}
              aria-expanded={open}
              aria-controls={open ? panelId : undefined}
              aria-label={`${open ? 'Close' : 'Review'} ${item.title}`}
              onClick={() => setOpen(!open)}
            >
              {open ? 'Close' : 'Review'}
            </Button>
          )}
        </div>
      </div>
      {open && item.panel && (
        <div
          id={panelId}
          className="mt-3 max-sm:border-line max-sm:border-l-4 max-sm:pl-2 sm:rounded-lg sm:border sm:border-line sm:bg-sunken sm:p-3"
        >
          {item.panel()}
        </div>
      )}
    </li>
  );
}

interface WorkGroupProps {
  title: string;
  total: number;
  items: readonly WorkItem[];
}

/** The items of one kind that wait, each read and decided in its row. */
export function WorkGroup({ title, total, items }: WorkGroupProps) {
  return (
    <Section title={title} actions={<Badge>{total}</Badge>}>
      <ul aria-label={title} className="-my-2 divide-y divide-line">
        {items.map((item) => (
          <ItemRow key={item.key} item={item} />
        ))}
      </ul>
      {total > items.length && (
        <p className="mt-3 text-ink-soft text-sm">{`The first ${items.length} of ${total}. Decide these, then the next are listed.`}</p>
      )}
    </Section>
  );
}
