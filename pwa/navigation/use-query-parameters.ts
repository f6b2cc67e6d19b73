import { useRouter, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { clearedQuery, type ParameterChanges, updatedQuery } from './query-text.ts';

export interface QueryParameters {
  /** What stands in the address now. */
  parameters: URLSearchParams;
  /** Sets some, drops what is empty, keeps the others unless `merge` is off. */
  update(changes: ParameterChanges, options?: { merge?: boolean }): void;
  /** Drops the chosen ones, or all. */
  clear(keys?: readonly string[]): void;
}

/** Reads and changes the address's query in place: no new step back, no jump to the top. */
export function useQueryParameters(): QueryParameters {
  const router = useRouter();
  const text = useRouterState({ select: ({ location }) => location.searchStr });
  return useMemo(() => {
    // The newest address, so that two changes of one moment do not undo each other.
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
