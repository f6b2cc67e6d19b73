import { useSyncExternalStore } from 'react';
import type { Session } from '#db/access/session.ts';
import { keepSessionFresh } from './keep-session-fresh.ts';
import { watchTouches } from './last-touch.ts';
import { createSessionWatch, type SessionState, type SessionWatch } from './session-watch.ts';
import { worksOffline } from './works-offline.ts';

let watch: SessionWatch | null = null;

/** The one watch of this page; it starts with the first use. */
export function sessionWatch(): SessionWatch {
  if (watch) return watch;
  const channel = new BroadcastChannel('benchside-session');
  const started = createSessionWatch({
    fetch: (path, init) => fetch(path, init),
    now: Date.now,
    online: () => navigator.onLine,
    idle: watchTouches(window, Date.now),
    changed: () => channel.postMessage('changed'),
    sessionEnded,
  });
  watch = started;
  keepSessionFresh(() => void started.refresh().catch(() => undefined), { window, channel });
  return started;
}

/** A bench may have work left: its replica is opened also on the sign-in page, and asks whether it may be handed over. */
function sessionEnded(session: Session): void {
  if (!worksOffline(session.user.role)) return;
  import('./membership-replica.ts')
    .then(({ replicaOf }) => replicaOf(session, 'This device'))
    .catch(() => undefined);
}

const subscribe = (listener: () => void) => {
  const subscription = sessionWatch().state.subscribe(listener);
  return () => subscription.unsubscribe();
};

/** Who is signed in, online or offline. */
export const useSession = (): SessionState =>
  useSyncExternalStore(subscribe, () => sessionWatch().state.value);
