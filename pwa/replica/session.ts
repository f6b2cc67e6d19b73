import { useSyncExternalStore } from 'react';
import { createSessionWatch, type SessionState, type SessionWatch } from './session-watch.ts';

const REFRESH_MS = 600_000;

let watch: SessionWatch | null = null;

/** The one watch of this page; it starts with the first use. */
export function sessionWatch(): SessionWatch {
  if (watch) return watch;
  const started = createSessionWatch({ fetch: (path, init) => fetch(path, init), now: Date.now });
  watch = started;
  const refresh = () => void started.refresh().catch(() => undefined);
  refresh();
  setInterval(() => {
    if (navigator.onLine) refresh();
  }, REFRESH_MS);
  window.addEventListener('focus', refresh);
  window.addEventListener('online', refresh);
  return started;
}

const subscribe = (listener: () => void) => {
  const subscription = sessionWatch().state.subscribe(listener);
  return () => subscription.unsubscribe();
};

/** Who is signed in, online or offline. */
export const useSession = (): SessionState =>
  useSyncExternalStore(subscribe, () => sessionWatch().state.value);
