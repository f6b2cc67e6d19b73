import { Hammer } from 'lucide-react';
import { PARTS, type SitePath, sitePathOf } from '#db/access/site-paths.ts';
import { flatEntries, type NavigationEntry } from '#pwa/navigation/menu.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { EntryLinks } from './entry-links.tsx';

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
        <EmptyState icon={Hammer} title="This page is not built yet">
          <p>{`This page will show ${page.brings}. It comes with “${PARTS[page.part]}”. Nothing you do elsewhere depends on it.`}</p>
        </EmptyState>
      </div>
      <section aria-labelledby="meanwhile" className="flex flex-col gap-3">
        <h2 id="meanwhile" className="font-semibold text-lg">
          What you can open now
        </h2>
        <EntryLinks entries={findAlternatives(page, menu)} />
      </section>
    </Page>
  );
}
