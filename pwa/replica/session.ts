import { useSyncExternalStore } from 'react';
import type { Session } from '#db/access/session.ts';
import { forgetAnswers, setSessionGate } from '#pwa/api/session-gate.ts';
import { keepSessionFresh } from './keep-session-fresh.ts';
import { watchTouches } from './last-touch.ts';
import { parkOnServer, resumeByHeldPin } from './resume-session.ts';
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

/** A bench may have work left: its replica is opened also on the sign-in page, and asks whether it may be handed over. */
function sessionEnded(session: Session): void {
  if (!worksOffline(session.user.role)) return;
  import('./membership-replica.ts')
    .then(({ replicaOf }) => replicaOf(session, 'This device'))
    .catch(() => undefined);
}

/** What the replica of somebody who cannot come back holds of the lab is removed; what they have not sent stays. */
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
 * Is the server's session that of the person at this device, as far as known? Where it is not, the server is asked to
 * resume it first. On the sign-in page there is nobody whom it could be mistaken for.
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

/** Who is signed in, online or offline. */
export const useSession = (): SessionState =>
  useSyncExternalStore(subscribe, () => sessionWatch().state.value);
