import {
  Box,
  CalendarClock,
  ChevronRight,
  FileText,
  Film,
  Gauge,
  Hammer,
  KeyRound,
  Layers,
  type LucideIcon,
  Mail,
  MailCheck,
  Network,
  RefreshCw,
  Refrigerator,
  Ruler,
  ScanBarcode,
  ScrollText,
  Shapes,
  Sigma,
  Tag,
  Workflow,
} from 'lucide-react';
import { MENU, type MenuEntry } from '#db/access/menus.ts';
import { mayVisit } from '#db/access/paths.ts';
import { type SitePath, sitePathOf } from '#db/access/site-paths.ts';
import { ENTRY_ICONS } from '#pwa/navigation/entry-icons.ts';
import { flatEntries, type NavigationEntry, useMenu } from '#pwa/navigation/menu.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { useShell, visitorOf } from './shell.ts';

/** Icons of subentries that appear without their parent. */
const CHILD_ICONS: Record<string, LucideIcon> = {
  '/data-sync': RefreshCw,
  '/email-test': MailCheck,
  '/event-log': ScrollText,
  '/lab/analysis': Sigma,
  '/lab/flows': Workflow,
  '/lab/inventory': Gauge,
  '/lab/inventory/equipment': CalendarClock,
  '/lab/inventory/items': Box,
  '/lab/inventory/measurement-units': Ruler,
  '/lab/inventory/sequencers': Network,
  '/lab/inventory/storage-management': Refrigerator,
  '/lab/inventory/types': Shapes,
  '/lab/procedures': ScanBarcode,
  '/lab/protocols/pricing': Tag,
  '/lab/sections': Layers,
  '/permissions': KeyRound,
  '/support/contact': Mail,
  '/support/videos': Film,
};

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
function EntryLinks({ entries }: { entries: readonly NavigationEntry[] }) {
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

/**
 * List the targets of an overview: the subentries of its menu entry, or, for a path without one, every entry
 * below it.
 */
function leadsTo(path: string, menu: readonly NavigationEntry[]): readonly NavigationEntry[] {
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

const NEAREST = 6;

/** List the existing pages of this user's menu, those of the same part first. */
function findAlternatives(page: SitePath, menu: readonly NavigationEntry[]): NavigationEntry[] {
  const built = flatEntries(menu).filter(({ path }) => sitePathOf(path)?.built === true);
  const near = ({ path }: NavigationEntry): number => (sitePathOf(path)?.part === page.part ? 0 : 1);
  return built.sort((a, b) => near(a) - near(b)).slice(0, NEAREST);
}

/** The one page for everything that is not built yet: its future content, and where to go meanwhile. */
export function NotBuiltPage({ page, menu }: { page: SitePath; menu: readonly NavigationEntry[] }) {
  return (
    <Page title={page.title}>
      <div className="panel">
        <EmptyState icon={Hammer} title={`${page.title} isn’t available yet`}>
          <p>{`Planned: ${page.brings}.`}</p>
        </EmptyState>
      </div>
      <section aria-labelledby="meanwhile" className="flex flex-col gap-3">
        <h2 id="meanwhile" className="font-semibold text-lg">
          Go to
        </h2>
        <EntryLinks entries={findAlternatives(page, menu)} />
      </section>
    </Page>
  );
}
