import { Workbox } from 'workbox-window';

const HOUR_MS = 3_600_000;
const QUIET_MS = 30_000;
const RELOADED_AT = 'reloaded-for-update-at';

export interface AppUpdate {
  /** Puts the waiting version in charge; the page then reloads once. */
  apply(): void;
}

/** Reloads for the new version, unless this tab has just done so: a faulty worker must not loop it. */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < QUIET_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}

function lookForUpdates(registration: ServiceWorkerRegistration): () => void {
  const look = (): void => {
    // Offline this fails, and the next look is soon enough.
    void registration.update().catch(() => undefined);
  };
  const whenVisible = (): void => {
    if (document.visibilityState === 'visible') look();
  };
  const hourly = setInterval(look, HOUR_MS);
  document.addEventListener('visibilitychange', whenVisible);
  return () => {
    clearInterval(hourly);
    document.removeEventListener('visibilitychange', whenVisible);
  };
}

/** Registers the service worker and tells when a newer version waits. Returns the way to stop. */
export function watchForUpdate(onWaiting: (update: AppUpdate) => void): () => void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return () => undefined;
  const workbox = new Workbox('/service-worker.js');
  let controlled = navigator.serviceWorker.controller !== null;
  const changed = (): void => {
    // The first worker takes over a fresh page: nothing to reload for. The next one on the same page is a new version.
    if (controlled) reloadOnce();
    controlled = true;
  };
  navigator.serviceWorker.addEventListener('controllerchange', changed);
  const apply = (): void => {
    // A page that was loaded past its worker is asked for the new version too.
    controlled = true;
    workbox.messageSkipWaiting();
  };
  workbox.addEventListener('waiting', () => onWaiting({ apply }));
  let stopped = false;
  let stopLooking = (): void => undefined;
  const registered = workbox.register().then((registration) => {
    if (registration && !stopped) stopLooking = lookForUpdates(registration);
  });
  // Without a worker (private window, blocked by policy) the app still runs, only not offline.
  void registered.catch(() => undefined);
  return () => {
    stopped = true;
    stopLooking();
    navigator.serviceWorker.removeEventListener('controllerchange', changed);
  };
}
