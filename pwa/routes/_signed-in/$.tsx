import { createFileRoute, useLocation } from '@tanstack/react-router';
import { sitePathOf } from '#db/access/site-paths.ts';
import { NotFoundPage } from '#pwa/app/fallback-pages.tsx';
import { NotBuiltPage } from '#pwa/app/overview-page.tsx';
import { useMenu } from '#pwa/navigation/menu.ts';

/** The route for every page of the site that has no route of its own yet. */
function NotBuilt() {
  const page = sitePathOf(useLocation().pathname);
  const menu = useMenu();
  return page && !page.built ? <NotBuiltPage page={page} menu={menu} /> : <NotFoundPage />;
}

export const Route = createFileRoute('/_signed-in/$')({ component: NotBuilt });
