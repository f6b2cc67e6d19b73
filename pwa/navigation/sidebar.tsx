import { ChevronDown, FileText } from 'lucide-react';
import { useState } from 'react';
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
const PARENT = 'flex min-h-11 flex-1 items-center gap-3 rounded-md pl-3 font-medium';
const ACTIVE = 'bg-accent-soft text-accent-ink hover:bg-accent-soft';

function Entry({ entry, active }: { entry: NavigationEntry; active: string | null }) {
  const current = entry.path === active;
  const Icon = ENTRY_ICONS[entry.path] ?? FileText;
  return (
    <a
      href={entry.path}
      aria-current={current ? 'page' : undefined}
      className={classNames(LINE, current && ACTIVE)}
    >
      <Icon aria-hidden size={18} className="shrink-0" />
      {entry.label}
    </a>
  );
}

/** A parent links to its own page; the arrow next to it shows and hides its children. */
function Parent({ entry, active }: { entry: NavigationEntry; active: string | null }) {
  const inside = opensByDefault(entry, active);
  const own = entry.path === active && !entry.children?.some(({ path }) => path === active);
  const [isToggledOpen, setChosen] = useState<boolean | null>(null);
  const open = isToggledOpen ?? inside;
  const Icon = ENTRY_ICONS[entry.path] ?? FileText;
  return (
    <>
      <div
        className={classNames(
          'flex items-center rounded-md hover:bg-hover',
          (own || (inside && !open)) && ACTIVE,
        )}
      >
        <a href={entry.path} aria-current={own ? 'page' : undefined} className={PARENT}>
          <Icon aria-hidden size={18} className="shrink-0" />
          {entry.label}
        </a>
        <button
          type="button"
          aria-expanded={open}
          aria-label={`${entry.label}: subentries`}
          onClick={() => setChosen(!open)}
          className="grid size-11 shrink-0 place-items-center rounded-md"
        >
          <ChevronDown
            aria-hidden
            size={16}
            className={classNames('transition-transform', open && 'rotate-180')}
          />
        </button>
      </div>
      {open && (
        <ul className="mt-0.5 mb-1 ml-5 border-line border-l pl-2">
          {entry.children?.map((child) => (
            <li key={child.path}>
              <a
                href={child.path}
                aria-current={child.path === active ? 'page' : undefined}
                className={classNames(LINE, 'font-normal', child.path === active && ACTIVE)}
              >
                {child.label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The side menu; the entry of the current page is marked and its parent is open. */
export function Sidebar({ menu, path }: { menu: readonly NavigationEntry[]; path: string }) {
  const active = activePath(menu, path);
  return (
    <nav aria-label="Main menu" className="p-2">
      <ul className="flex flex-col gap-0.5">
        {menu.map((entry) => (
          <li key={entry.path}>
            {entry.children ? (
              <Parent entry={entry} active={active} />
            ) : (
              <Entry entry={entry} active={active} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
