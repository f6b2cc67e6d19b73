import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { parseQuery, queryString } from '#pwa/navigation/query-text.ts';

/** Provides a router to what has links, for the option `wrapper` of `render`; it has no routes to open. */
export function RouterWrapper({ children }: { children: ReactNode }) {
  const [router] = useState(() =>
    createRouter({
      routeTree: createRootRoute(),
      history: createMemoryHistory(),
      parseSearch: parseQuery,
      stringifySearch: queryString,
    }),
  );
  return <RouterContextProvider router={router}>{children}</RouterContextProvider>;
}

/** Render what has links. */
export const renderInRouter = (content: ReactNode) => render(content, { wrapper: RouterWrapper });
