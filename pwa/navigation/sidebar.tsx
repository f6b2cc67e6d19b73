import { ChevronDown, CloudOff, FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { groupMenu } from '#db/access/shown-menu.ts';
import { needsConnection } from '#db/access/site-paths.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import { ENTRY_ICONS } from './entry-icons.ts';
import type { NavigationEntry } from './menu.ts';

const covers = (entry: string, path: string): boolean =>
  entry === path || (entry !== '/' && path.startsWith(`${entry}/`));

/**
 * Find the menu entry of the current page: the longest path that equals or contains it (so an id counts as
 * its list).
 */
export function activePath(menu: readonly NavigationEntry[], path: string): string | null {
  const paths = menu.flatMap((entry) => [entry.path, ...(entry.children ?? []).map((child) => child.path)]);
  const fitting = paths.filter((candidate) => covers(candidate, path));
  return fitting.reduce<string | null>(
    (best, next) => (best === null || next.length > best.length ? next : best),
    null,
  );
}

/**
 * Check whether a parent is open by default: when the current page is one of its children, or its own
 * overview.
 */
export function opensByDefault(entry: NavigationEntry, active: string | null): boolean {
  return entry.path === active || (entry.children?.some((child) => child.path === active) ?? false);
}

const LINE = 'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left font-medium hover:bg-hover';
const PARENT = 'flex min-h-11 flex-1 items-center gap-3 rounded-md pl-3 text-left font-medium';
const ACTIVE = 'bg-accent-soft text-accent-ink hover:bg-accent-soft';
const DIMMED = 'text-ink-soft';

interface EntryProps {
  entry: NavigationEntry;
  active: string | null;
  /** There is no connection. */
  offline: boolean;
}

/** The label of an entry; one that does not open now says why. */
function Label({ entry, offline }: Pick<EntryProps, 'entry' | 'offline'>) {
  return (
    <>
      <span className="min-w-0 flex-1">{entry.label}</span>
      {offline && needsConnection(entry.path) && (
        <>
          <CloudOff aria-hidden size={16} className="shrink-0" />
          <span className="sr-only">, needs a connection</span>
        </>
      )}
    </>
  );
}

const isDimmed = ({ path }: NavigationEntry, offline: boolean): boolean => offline && needsConnection(path);

function Entry({ entry, active, offline }: EntryProps) {
  const current = entry.path === active;
  const Icon = ENTRY_ICONS[entry.path] ?? FileText;
  return (
    <a
      href={entry.path}
      aria-current={current ? 'page' : undefined}
      className={classNames(LINE, isDimmed(entry, offline) && DIMMED, current && ACTIVE)}
    >
      <Icon aria-hidden size={18} className="shrink-0" />
      <Label entry={entry} offline={offline} />
    </a>
  );
}

function Chevron({ open }: { open: boolean }) {
  return (
    <ChevronDown
      aria-hidden
      size={16}
      className={classNames('shrink-0 transition-transform', open && 'rotate-180')}
    />
  );
}

/** A parent shows and hides its children; one with a page of its own links to it beside the arrow. */
function Parent({ entry, active, offline }: EntryProps) {
  const inside = opensByDefault(entry, active);
  const own = entry.path === active && !entry.children?.some(({ path }) => path === active);
  const [isToggledOpen, setChosen] = useState<boolean | null>(null);
  const open = isToggledOpen ?? inside;
  const Icon = ENTRY_ICONS[entry.path] ?? FileText;
  const marks = (own && !entry.isGroup) || (inside && !open);
  return (
    <>
      <div className={classNames('flex items-center rounded-md hover:bg-hover', marks && ACTIVE)}>
        {entry.isGroup ? (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setChosen(!open)}
            className={classNames(PARENT, 'pr-3.5')}
          >
            <Icon aria-hidden size={18} className="shrink-0" />
            <span className="min-w-0 flex-1">{entry.label}</span>
            <Chevron open={open} />
          </button>
        ) : (
          <>
            <a
              href={entry.path}
              aria-current={own ? 'page' : undefined}
              className={classNames(PARENT, isDimmed(entry, offline) && DIMMED)}
            >
              <Icon aria-hidden size={18} className="shrink-0" />
              <Label entry={entry} offline={offline} />
            </a>
            <button
              type="button"
              aria-expanded={open}
              aria-label={`${entry.label}: subentries`}
              onClick={() => setChosen(!open)}
              className="grid size-11 shrink-0 place-items-center rounded-md"
            >
              <Chevron open={open} />
            </button>
          </>
        )}
      </div>
      {open && (
        <ul className="mt-0.5 mb-1 ml-5 border-line border-l pl-2">
          {entry.children?.map((child) => (
            <li key={child.path}>
              <a
                href={child.path}
                aria-current={child.path === active ? 'page' : undefined}
                className={classNames(
                  LINE,
                  'font-normal',
                  isDimmed(child, offline) && DIMMED,
                  child.path === active && ACTIVE,
                )}
              >
                <Label entry={child} offline={offline} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface SidebarProps {
  menu: readonly NavigationEntry[];
  path: string;
  /** There is no connection; entries that need one are dimmed and still open. */
  offline?: boolean;
  /** How much waits behind an entry; none are counted without. */
  count?(path: string): ReactNode;
}

/** The side menu in groups; the entry of the current page is marked and its parent is open. */
export function Sidebar({ menu, path, offline = false, count }: SidebarProps) {
  const active = activePath(menu, path);
  const groups = groupMenu(menu);
  return (
    <nav aria-label="Main menu" className="flex flex-col gap-3 p-2">
      {groups.map(({ caption, entries }) => (
        <div key={caption}>
          {groups.length > 1 && (
            <p id={`menu-${caption}`} className="px-3 pt-1 pb-0.5 font-medium text-ink-soft text-xs">
              {caption}
            </p>
          )}
          <ul
            aria-labelledby={groups.length > 1 ? `menu-${caption}` : undefined}
            className="flex flex-col gap-0.5"
          >
            {entries.map((entry) => (
              <li key={entry.path} className="relative">
                {entry.children ? (
                  <Parent entry={entry} active={active} offline={offline} />
                ) : (
                  <Entry entry={entry} active={active} offline={offline} />
                )}
                {!isDimmed(entry, offline) && count?.(entry.path)}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
