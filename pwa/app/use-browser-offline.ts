import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  const stop = new AbortController();
  for (const kind of ['online', 'offline']) window.addEventListener(kind, changed, { signal: stop.signal });
  return () => stop.abort();
}

/** Check whether the browser knows that it has no network; a network without the server counts as one. */
export const useBrowserOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine);
