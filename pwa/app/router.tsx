import { createRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';
import { EMPTY_MS, ErrorPage, NotFoundPage, PendingPage } from './fallback-pages.tsx';
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

/** The placeholder of the first page while its code or the session is slow to load. */
export function SplashScreen() {
  // Once the router renders, it shows loading states itself.
  const isRouted = useRouterState({
    router,
    select: ({ resolvedLocation, matches }) => resolvedLocation !== undefined || matches.length > 0,
  });
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const enough = setTimeout(() => setLate(true), EMPTY_MS);
    return () => clearTimeout(enough);
  }, []);
  return isRouted || !isLate ? null : <PendingPage label="Opening Benchside" />;
}
