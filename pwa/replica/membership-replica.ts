import { distinctUntilChanged, filter, map, Subscription, throttleTime } from 'rxjs';
import { BENCH_ROLES, isOneOf, type Role } from '#db/access/roles.ts';
import type { Session } from '#db/access/session.ts';
import { standForLeader } from './leader.ts';
import { requestPersistence } from './persist.ts';
import { openReplica, type Replica } from './replica.ts';
import { sessionWatch } from './session.ts';

/** Roles whose work is carried by a replica; everybody else works online. */
export const carriesReplica = (role: Role): boolean =>
  isOneOf(role, [...BENCH_ROLES, 'ADMIN', 'DEVELOPER', 'PROJECT_MANAGER', 'CS_MANAGER', 'CS_REP']);

const EXTEND_MS = 10 * 60_000;

interface Running {
  key: string;
  replica: Promise<Replica>;
  stop(): void;
}

let running: Running | null = null;
let closing: Promise<void> = Promise.resolve();

/** The replica of a session, opened once in this tab; the one of a former session is closed first. */
export function replicaOf(session: Session, deviceName: string): Promise<Replica> {
  const { user, entity } = session;
  const key = `${entity}|${user.userCompanyId}|${user.role}`;
  if (running?.key === key) {
    // A new sign-in of the same person: what was kept is sent at once.
    void running.replica.then((replica) => replica.loop.wake()).catch(() => undefined);
    return running.replica;
  }
  closeReplica();
  const stopped = new AbortController();
  const replica = closing.then(() => start(session, deviceName, stopped.signal));
  running = { key, replica, stop: () => stopped.abort() };
  return replica;
}

/** Closes this tab's replica; unsent work stays on the device. */
export function closeReplica(): void {
  const last = running;
  running = null;
  if (!last) return;
  last.stop();
  closing = last.replica.then((replica) => replica.close()).catch(() => undefined);
}

async function start(session: Session, deviceName: string, stopped: AbortSignal): Promise<Replica> {
  const { user, entity } = session;
  const { id: userId, userCompanyId, companyId, role, name } = user;
  const replica = await openReplica({
    actor: { userId, userCompanyId, companyId, role, name, entity },
    deviceName,
    send: (path, init) => fetch(path, { ...init, credentials: 'same-origin' }),
  });
  const leadership = standForLeader({
    name: replica.store.name,
    lead: (until) => replica.loop.start(until),
    visible: () => document.visibilityState === 'visible',
    now: Date.now,
    locks: navigator.locks,
  });
  stopped.addEventListener('abort', () => leadership.stop(), { once: true });
  wakeOnEvents(replica, stopped);
  const contact = new Subscription();
  contact.add(
    replica.contact
      .pipe(
        map(({ needsSignIn }) => needsSignIn),
        distinctUntilChanged(),
      )
      .subscribe((needed) => {
        if (needed) sessionWatch().ended();
      }),
  );
  contact.add(
    replica.contact
      .pipe(
        map(({ lastContactAt }) => lastContactAt !== null),
        filter(Boolean),
        throttleTime(EXTEND_MS),
      )
      .subscribe(() => void extendOffline(replica).catch(() => undefined)),
  );
  stopped.addEventListener('abort', () => contact.unsubscribe(), { once: true });
  void requestPersistence().catch(() => undefined);
  return replica;
}

function wakeOnEvents(replica: Replica, stopped: AbortSignal): void {
  const channel = new BroadcastChannel(`wake:${replica.store.name}`);
  const wake = () => replica.loop.wake();
  channel.onmessage = wake;
  window.addEventListener('online', wake, { signal: stopped });
  document.addEventListener('visibilitychange', wake, { signal: stopped });
  // A tab that does not lead tells the one that does.
  const appended = replica.outbox.changed.subscribe(() => channel.postMessage('wake'));
  stopped.addEventListener('abort', () => {
    appended.unsubscribe();
    channel.close();
  });
}

async function extendOffline(replica: Replica): Promise<void> {
  const enrolment = await replica.enrolment();
  if (enrolment) await sessionWatch().mayWorkOfflineUntil(enrolment.offlineUntil);
}
