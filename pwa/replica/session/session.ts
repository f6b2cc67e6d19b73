import { useSyncExternalStore } from 'react';
import type { Session } from '#db/access/session.ts';
import { forgetAnswers, setSessionGate } from '#pwa/api/session-gate.ts';
import { parkOnServer, resumeByHeldPin } from './resume-session.ts';
import { createSessionWatch, type SessionState, type SessionWatch } from './session-watch.ts';
import { worksOffline } from './works-offline.ts';

/** The interval at which the session is checked (specification 7). */
const REFRESH_MS = 600_000;

/** Browser events that make the app check the session. */
export interface SessionSignals {
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** Channel on which another tab announces a sign-in, sign-out or switch. */
  channel: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Refresh the session at once, every 600 seconds, when the window gets focus or network, and when another tab
 * announces a change.
 */
export function keepSessionFresh(refresh: () => void, { window, channel }: SessionSignals): () => void {
  const timer = setInterval(refresh, REFRESH_MS);
  window.addEventListener('focus', refresh);
  window.addEventListener('online', refresh);
  channel.addEventListener('message', refresh);
  refresh();
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', refresh);
    window.removeEventListener('online', refresh);
    channel.removeEventListener('message', refresh);
  };
}

/** Longer than the interval of session checks, so that one touch between two checks counts. */
const TOUCH_COUNTS_MS = 11 * 60_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/** Detect whether somebody works on this page; scanners count, because they type. */
export function watchTouches(
  window: Pick<EventTarget, 'addEventListener'>,
  now: () => number,
): () => boolean {
  let last = now();
  for (const touch of TOUCHES)
    window.addEventListener(
      touch,
      () => {
        last = now();
      },
      { capture: true, passive: true },
    );
  return () => now() - last > TOUCH_COUNTS_MS;
}

let watch: SessionWatch | null = null;

/** The one session watch of this page; it starts at the first use. */
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
    resume: resumeByHeldPin,
    park: parkOnServer,
    lock,
  });
  watch = started;
  setSessionGate({ isOwn: () => ownsServerSession() });
  forgetAnswersOfOthers(started);
  keepSessionFresh(() => void started.refresh().catch(() => undefined), { window, channel });
  return started;
}

/**
 * A bench may have unsent work: its replica opens on the sign-in page too, and asks whether the work may be
 * handed over.
 */
function sessionEnded(session: Session): void {
  if (!worksOffline(session)) return;
  import('./membership-replica.ts')
    .then(({ replicaOf }) => replicaOf(session, 'This device'))
    .catch(() => undefined);
}

/** Lab data of a user who cannot return is removed from the replica; unsent work remains. */
function lock(session: Session): void {
  import('./membership-replica.ts')
    .then(({ lockReplicaOf }) => lockReplicaOf(session))
    .catch(() => undefined);
}

function forgetAnswersOfOthers({ state }: SessionWatch): void {
  let last: string | null = null;
  state.subscribe(({ session }) => {
    const next = session?.user.userCompanyId ?? last;
    if (last !== null && next !== last) forgetAnswers();
    last = next;
  });
}

/**
 * Check whether the server's session is that of the user at this device, as far as known. If not, the server
 * must resume it first. On the sign-in page there is no other user to confuse it with.
 */
export async function ownsServerSession(userCompanyId?: string): Promise<boolean> {
  const { state, refresh } = sessionWatch();
  const isOwn = (): boolean => {
    const now = state.value;
    if (now.status !== 'authenticated') return true;
    const isSame = userCompanyId === undefined || now.session.user.userCompanyId === userCompanyId;
    return isSame && now.serverSession === 'own';
  };
  if (isOwn()) return true;
  await refresh();
  return isOwn();
}

const subscribe = (listener: () => void) => {
  const subscription = sessionWatch().state.subscribe(listener);
  return () => subscription.unsubscribe();
};

/** Return who is signed in, online or offline. */
export const useSession = (): SessionState =>
  useSyncExternalStore(subscribe, () => sessionWatch().state.value);
