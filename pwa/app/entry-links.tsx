import { ChevronRight, FileText } from 'lucide-react';
import { sitePathOf } from '#db/access/site-paths.ts';
import { CHILD_ICONS } from '#pwa/navigation/child-icons.ts';
import { ENTRY_ICONS } from '#pwa/navigation/entry-icons.ts';
import type { NavigationEntry } from '#pwa/navigation/menu.ts';

function EntryLink({ entry: { label, path } }: { entry: NavigationEntry }) {
  const Icon = ENTRY_ICONS[path] ?? CHILD_ICONS[path] ?? FileText;
  const built = sitePathOf(path)?.built === true;
  return (
    <a
      href={path}
      className="panel flex min-h-16 items-center gap-3 px-4 py-3 hover:border-line-strong hover:bg-hover"
    >
      <Icon aria-hidden size={22} className="shrink-0 text-accent-ink" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{label}</span>
        {!built && <span className="block text-ink-soft text-sm">Not built yet</span>}
      </span>
      <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-soft" />
    </a>
  );
}

/** Links to pages as large targets, next to each other where there is space. */
export function EntryLinks({ entries }: { entries: readonly NavigationEntry[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {entries.map((entry) => (
        <li key={entry.path}>
          <EntryLink entry={entry} />
        </li>
      ))}
    </ul>
  );
}
