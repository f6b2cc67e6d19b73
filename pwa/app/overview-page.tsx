import { MENU, type MenuEntry } from '#db/access/menu-entries.ts';
import { mayVisit } from '#db/access/paths.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import { flatEntries, type NavigationEntry } from '#pwa/navigation/menu.ts';
import { Page } from '#pwa/ui/page.tsx';
import { EntryLinks } from './entry-links.tsx';
import { useShell, visitorOf } from './shell.ts';
import { useMenu } from './use-menu.ts';

/**
 * List the targets of an overview: the subentries of its menu entry, or, for a path without one, every entry
 * below it.
 */
export function leadsTo(path: string, menu: readonly NavigationEntry[]): readonly NavigationEntry[] {
  const all: readonly MenuEntry[] = Object.values(MENU);
  const own = [...menu, ...all].find((entry) => entry.path === path && entry.children);
  return own?.children ?? flatEntries(menu).filter((entry) => entry.path.startsWith(`${path}/`));
}

/** A page that only links to others, for instance /admin: its subentries as large targets. */
export function OverviewPage({ path }: { path: string }) {
  const menu = useMenu();
  const { user, siteVariant } = useShell();
  const visitor = visitorOf(user);
  const entries = leadsTo(path, menu).filter(
    (entry) => visitor !== null && mayVisit(siteVariant, visitor, entry.path),
  );
  return (
    <Page title={sitePathOf(path)?.title ?? ''}>
      <EntryLinks entries={entries} />
    </Page>
  );
}
