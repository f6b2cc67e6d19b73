import { createRouter } from '@tanstack/react-router';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { ErrorPage, NotFoundPage } from './error-page.tsx';
import { EMPTY_MS, PendingPage } from './pending-page.tsx';
import { routeTree } from './route-tree.gen.ts';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Query values stay text: a search for 1e5 is no number.
  parseSearch: parseQuery,
  stringifySearch: queryString,
  // A slow-loading page replaces the previous page and shows a placeholder.
  defaultPendingMs: EMPTY_MS,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
