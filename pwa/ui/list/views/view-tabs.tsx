import { useEffect, useRef } from 'react';
import { Badge } from '#pwa/ui/badge.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import type { ListView, ListViewing, ViewStore } from './list-view.ts';

/** A built-in view of a list. */
export interface ListTab {
  id: string;
  label: string;
  /** The filters of the view; none for all rows. */
  filters: ListView['filters'];
  /** The number of rows; null while it is loading. */
  count?: number | null;
}

/** Counts end here, because nobody acts on the exact number and it would cost a full scan. */
const MAX_COUNT = 99;

/** Format the count of a view. */
export const formatCount = (count: number): string => (count > MAX_COUNT ? `${MAX_COUNT}+` : String(count));

const textOfFilters = (filters: ListView['filters']): string =>
  JSON.stringify(
    Object.entries(filters)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, [...values].sort()])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

const isSameView = (one: ListView, other: ListView): boolean =>
  textOfFilters(one.filters) === textOfFilters(other.filters) &&
  one.search === other.search &&
  one.sort === other.sort;

interface ViewTabsProps {
  tabs: readonly ListTab[];
  viewing: ListViewing;
  /** The user's own views, after the built-in ones. */
  store: ViewStore | undefined;
}

interface ShownTab {
  id: string;
  label: string;
  count?: number | null | undefined;
  isActive: boolean;
  view: ListView;
}

/** Combine built-in and own views; at most one is active, and an own view before a built-in one. */
function shownTabs({ tabs, viewing: { view }, store }: ViewTabsProps): ShownTab[] {
  const own = (store?.views ?? []).map(({ id, name, query }) => ({
    id,
    label: name,
    view: query,
    isActive: isSameView(query, view),
  }));
  const active = own.find(({ isActive }) => isActive);
  const filters = textOfFilters(view.filters);
  const builtIn = tabs.map((tab) => ({
    id: tab.id,
    label: tab.label,
    count: tab.count,
    view: { search: '', filters: tab.filters, sort: null, hidden: view.hidden },
    isActive: !active && textOfFilters(tab.filters) === filters,
  }));
  return [...builtIn, ...own.map((one) => ({ ...one, isActive: one.id === active?.id }))];
}

/** The views of a list as tabs above it, with the number of their rows. */
export function ViewTabs(props: ViewTabsProps) {
  const strip = useRef<HTMLElement>(null);
  const tabs = shownTabs(props);
  const activeId = tabs.find(({ isActive }) => isActive)?.id;
  // On a phone the active view may be outside the visible strip.
  useEffect(() => {
    const button = strip.current?.querySelector<HTMLElement>(`[data-view="${activeId}"]`);
    if (strip.current && button) strip.current.scrollLeft = button.offsetLeft - 16;
  }, [activeId]);
  return (
    <nav
      ref={strip}
      aria-label="Views"
      className="relative flex gap-1 overflow-x-auto border-line border-b px-2"
    >
      {tabs.map(({ id, label, count, isActive, view }) => (
        <button
          key={id}
          type="button"
          data-view={id}
          aria-current={isActive ? 'true' : undefined}
          onClick={() => props.viewing.show(view)}
          className={classNames(
            'flex min-h-control shrink-0 items-center gap-1.5 border-b-2 px-2.5 font-medium focus-visible:-outline-offset-3',
            isActive ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          {label}
          {count !== undefined && (
            <span className={classNames('inline-grid min-w-7 text-center', count === null && 'invisible')}>
              <Badge>{formatCount(count ?? 0)}</Badge>
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
