import { useRouter, useRouterState } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { clearedQuery, type ParameterChanges, updatedQuery } from './query-text.ts';

export interface QueryParameters {
  /** The parameters of the current address. */
  parameters: URLSearchParams;
  /** Set some parameters and drop empty ones; the others remain unless `merge` is off. */
  update(changes: ParameterChanges, options?: { merge?: boolean }): void;
  /** Remove the chosen parameters, or all. */
  clear(keys?: readonly string[]): void;
}

/** Read and change the address's query in place: no history entry, no jump to the top. */
export function useQueryParameters(): QueryParameters {
  const router = useRouter();
  // While another page loads, the page that is left keeps its own parameters; those of the next one are not for it.
  const current = useRouterState({
    select: ({ location, matches, status }) =>
      status === 'pending' && matches.at(-1)?.pathname !== location.pathname ? null : location.searchStr,
  });
  const [text, setText] = useState(() => current ?? router.latestLocation.searchStr);
  if (current !== null && current !== text) setText(current);
  return useMemo(() => {
    // The newest address is read, so that two simultaneous changes do not undo each other.
    const go = (change: (search: string) => string): void => {
      const { pathname, searchStr, hash } = router.latestLocation;
      const next = change(searchStr);
      if (next === searchStr) return;
      const href = `${pathname}${next}${hash ? `#${hash}` : ''}`;
      void router.navigate({ href, replace: true, resetScroll: false });
    };
    return {
      parameters: new URLSearchParams(text),
      update: (changes, options) => go((search) => updatedQuery(search, changes, options)),
      clear: (keys) => go((search) => clearedQuery(search, keys)),
    };
  }, [router, text]);
}
