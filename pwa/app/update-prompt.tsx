import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Workbox } from 'workbox-window';
import { Button } from '#pwa/ui/button.tsx';
import { useHasUnsavedChanges } from './dirty.ts';

const HOUR_MS = 3_600_000;
const QUIET_MS = 30_000;
const SOON_MS = 4_000;
const RELOADED_AT = 'reloaded-for-update-at';

export interface AppUpdate {
  /** Activate the waiting version; the page then reloads once. */
  apply(): void;
}

/** Reload for the new version, unless this tab has just done so: a faulty worker must not cause a loop. */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < QUIET_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}

function pollForUpdates(registration: ServiceWorkerRegistration): () => void {
  const checkForUpdate = (): void => {
    // Offline this fails, and the next check is soon enough.
    void registration.update().catch(() => undefined);
  };
  const whenVisible = (): void => {
    if (document.visibilityState === 'visible') checkForUpdate();
  };
  const hourly = setInterval(checkForUpdate, HOUR_MS);
  document.addEventListener('visibilitychange', whenVisible);
  return () => {
    clearInterval(hourly);
    document.removeEventListener('visibilitychange', whenVisible);
  };
}

/**
 * Register the service worker, and again when its first install was interrupted: the browser drops a worker
 * whose install never completed, and the device would only work with a network. Returns a function that
 * stops.
 */
function keepRegistered(
  register: (lost: () => void) => Promise<ServiceWorkerRegistration | undefined>,
): () => void {
  const stopped = new AbortController();
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let wait = SOON_MS;
  let isLost = false;
  let stopLooking = (): void => undefined;
  const later = (): void => {
    if (isLost || stopped.signal.aborted) return;
    isLost = true;
    retryTimer = setTimeout(start, wait);
    wait = Math.min(2 * wait, HOUR_MS);
  };
  const check = async (): Promise<void> => {
    if (!(await navigator.serviceWorker.getRegistration())) later();
  };
  const start = (): void => {
    clearTimeout(retryTimer);
    isLost = false;
    register(() => void check()).then(
      (registration) => {
        if (!registration || stopped.signal.aborted) return;
        stopLooking();
        stopLooking = pollForUpdates(registration);
      },
      // Without a worker (blocked by policy) the app still runs, but not offline.
      later,
    );
  };
  const online = (): void => {
    wait = SOON_MS;
    if (isLost) start();
  };
  start();
  window.addEventListener('online', online, { signal: stopped.signal });
  return () => {
    stopped.abort();
    clearTimeout(retryTimer);
    stopLooking();
  };
}

/** Register the service worker and report when a newer version waits. Returns a function that stops. */
export function watchForUpdate(onWaiting: (update: AppUpdate) => void): () => void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return () => undefined;
  let controlled = navigator.serviceWorker.controller !== null;
  const changed = (): void => {
    // The first worker takes over a fresh page, which needs no reload. The next one on the same page is a new
    // version.
    if (controlled) reloadOnce();
    controlled = true;
  };
  navigator.serviceWorker.addEventListener('controllerchange', changed);
  const stop = keepRegistered((lost) => {
    const workbox = new Workbox('/service-worker.js');
    const apply = (): void => {
      // A page that was loaded without its worker also checks for the new version.
      controlled = true;
      workbox.messageSkipWaiting();
    };
    workbox.addEventListener('waiting', () => onWaiting({ apply }));
    workbox.addEventListener('redundant', lost);
    return workbox.register();
  });
  return () => {
    stop();
    navigator.serviceWorker.removeEventListener('controllerchange', changed);
  };
}

interface UpdatePromptViewProps {
  onApply(): void;
  onLater(): void;
}

/** The offer of a new version; Later keeps the current one for now. */
export function UpdatePromptView({ onApply, onLater }: UpdatePromptViewProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 border-line border-b bg-accent-soft px-3 py-2 text-accent-ink md:px-6"
    >
      <Download aria-hidden size={20} className="shrink-0" />
      <p className="min-w-0 flex-1 basis-52">
        A new version of Benchside is ready. Work waiting on this device is kept.
      </p>
      <div className="flex gap-2">
        <Button onClick={onLater}>Later</Button>
        <Button variant="primary" onClick={onApply}>
          Update now
        </Button>
      </div>
    </div>
  );
}

/** Offer an update only while nothing on the page is unsaved; never force it. */
export function UpdatePrompt() {
  const [update, setUpdate] = useState<AppUpdate | null>(null);
  const dirty = useHasUnsavedChanges();
  useEffect(() => watchForUpdate(setUpdate), []);
  if (!update || dirty) return null;
  return <UpdatePromptView onApply={() => update.apply()} onLater={() => setUpdate(null)} />;
}
