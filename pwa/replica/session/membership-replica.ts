import { distinctUntilChanged, filter, map, Subscription, throttleTime } from 'rxjs';
import { labOf, Session } from '#db/access/session.ts';
import { readSession } from '#db/api/identity/sessions.ts';
import { AppError } from '#db/errors/app-error.ts';
import { unsentPhotos, unsentWork } from '#pwa/replica/operations/export-unsent.ts';
import { releaseNumbers } from '#pwa/replica/operations/number-lease.ts';
import { replicaName } from '#pwa/replica/store/database.ts';
import { readClockOffset } from '#pwa/replica/sync/last-contact.ts';
import { openReplica, type Replica } from '#pwa/replica/sync/replica.ts';
import { Contact } from '#pwa/replica/sync/status.ts';
import { HAND_OVER, type Send } from '#pwa/replica/sync/sync-api.ts';
import { campaignForLeadership, type Leadership } from './leader.ts';
import { askBeforeLeaving, lockOtherReplicas, lockReplica } from './lock-replica.ts';
import { requestPersistence } from './persist.ts';
import { ownsServerSession, sessionWatch } from './session.ts';
import { readParkedPeople } from './session-store.ts';

const EXTEND_MS = 10 * 60_000;
const SHARE_MS = 500;
const IDLE_LIMIT_MS = 1_000;

interface Running {
  key: string;
  replica: Promise<Replica>;
  openedReplica: Replica | null;
  stop(): void;
}

let running: Running | null = null;
let closing: Promise<void> = Promise.resolve();

/** The identity of a replica: the membership and its role, which decides which data it receives. */
export const membershipKey = ({ entity, user }: Session): string =>
  `${entity}|${user.userCompanyId}|${user.role}`;

/**
 * Return the replica of a session, opened once in this tab; the replica of a former session is closed first.
 */
export function replicaOf(session: Session, deviceName: string): Promise<Replica> {
  const key = membershipKey(session);
  if (running?.key === key) {
    // The same user signed in again: stored work is sent at once.
    void running.replica.then((replica) => replica.loop.wake()).catch(() => undefined);
    return running.replica;
  }
  closeReplica();
  const stopped = new AbortController();
  const replica = closing.then(() => start(session, deviceName, stopped.signal));
  const current: Running = { key, replica, openedReplica: null, stop: () => stopped.abort() };
  running = current;
  replica.then((openedReplica) => {
    current.openedReplica = openedReplica;
  }, undefined);
  // The next caller tries again after a failed opening.
  replica.catch(() => {
    if (running?.key === key) running = null;
  });
  return replica;
}

/** Return the replica of a session if it is already open, so that a page can render with it at once. */
export const openedReplicaOf = (session: Session): Replica | null =>
  running?.key === membershipKey(session) ? running.openedReplica : null;

/** Close this tab's replica; unsent work remains on the device. */
export function closeReplica(): Promise<void> {
  const last = running;
  running = null;
  if (!last) return closing;
  last.stop();
  closing = last.replica.then((replica) => replica.close()).catch(() => undefined);
  return closing;
}

/**
 * Sign out of this device: end the user's signing key and remove the lab data of their replica. Unsent work
 * remains, locked.
 */
export async function signOutHere(replica: Replica, signOut: () => Promise<boolean>): Promise<boolean> {
  // When the server cannot be reached, the user stays signed in and the page continues with its replica.
  if (await endKey(replica)) {
    // Numbers that may already be on labels are not returned.
    if (unsentWork(replica.outbox.all()).length + unsentPhotos(replica).length === 0)
      await releaseNumbers(replica).catch(() => undefined);
    await closeReplica();
  }
  if (!(await signOut())) return false;
  await closeReplica();
  await lockReplica(replica.store.name);
  return true;
}

/** Remove the lab data of the replica of an ended session; unsent work remains. */
export async function lockReplicaOf(session: Session): Promise<void> {
  if (running?.key === membershipKey(session)) await closeReplica();
  await lockReplica(replicaName({ entity: session.entity, userCompanyId: session.user.userCompanyId }));
}

/** Lock the replicas of users who are no longer signed in on this device. */
async function lockDepartedReplicas(ownName: string): Promise<void> {
  await lockOtherReplicas([ownName, ...(await readParkedPeople()).map(replicaName)]);
}

/** End the user's signing key on this device; false when the server cannot be reached. */
async function endKey({ api, enrollment }: Replica): Promise<boolean> {
  const enrolled = await enrollment();
  try {
    if (enrolled) await api.endKey(enrolled.deviceId);
    return true;
  } catch (error) {
    return error instanceof AppError && error.code !== 'UNAVAILABLE';
  }
}

async function start(session: Session, deviceName: string, stopped: AbortSignal): Promise<Replica> {
  const { user, entity } = session;
  const { id: userId, userCompanyId, companyId, role, name } = user;
  const replica = await openReplica({
    actor: { userId, userCompanyId, companyId, role, name, entity, lab: labOf(session) },
    deviceName,
    send: sendAs(userCompanyId),
  });
  const leadership = campaignForLeadership({
    name: replica.store.name,
    // The page renders first: a sync round reads much of the store.
    lead: (until) => whenIdle(() => replica.loop.start(until), until),
    visible: () => document.visibilityState === 'visible',
    now: Date.now,
    locks: navigator.locks,
  });
  stopped.addEventListener('abort', () => leadership.stop(), { once: true });
  wakeOnEvents(replica, stopped);
  shareContact(replica, leadership, stopped);
  sharePhotos(replica, stopped);
  const contact = new Subscription();
  contact.add(askBeforeLeaving(replica.writing, window));
  contact.add(
    replica.contact
      .pipe(
        map(({ needsSignIn }) => needsSignIn),
        distinctUntilChanged(),
      )
      .subscribe((isSignInNeeded) => {
        if (isSignInNeeded) sessionWatch().onEnded();
      }),
  );
  contact.add(
    replica.contact
      .pipe(
        map(({ online, lastContactAt }) => online && lastContactAt !== null),
        filter(Boolean),
        throttleTime(EXTEND_MS),
      )
      .subscribe(() => void extendOffline(replica).catch(() => undefined)),
  );
  stopped.addEventListener('abort', () => contact.unsubscribe(), { once: true });
  void requestPersistence().catch(() => undefined);
  whenIdle(() => void lockDepartedReplicas(replica.store.name).catch(() => undefined), stopped);
  return replica;
}

function whenIdle(work: () => void, until: AbortSignal): void {
  const unlessEnded = () => {
    if (!until.aborted) work();
  };
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(unlessEnded, { timeout: IDLE_LIMIT_MS });
  else setTimeout(unlessEnded);
}

function wakeOnEvents(replica: Replica, stopped: AbortSignal): void {
  const channel = new BroadcastChannel(`wake:${replica.store.name}`);
  const wake = () => replica.loop.wake();
  channel.onmessage = wake;
  window.addEventListener('online', wake, { signal: stopped });
  // A round that fails at once means that the server is away; the status shows "synced" only after that
  // delay.
  window.addEventListener('offline', wake, { signal: stopped });
  document.addEventListener('visibilitychange', wake, { signal: stopped });
  // A tab that does not lead tells the leader.
  const appended = replica.outbox.changed.subscribe(() => channel.postMessage('wake'));
  stopped.addEventListener('abort', () => {
    appended.unsubscribe();
    channel.close();
  });
}

/** Only one tab communicates with the server; the header of every tab shows the same status. */
function shareContact(replica: Replica, leadership: Leadership, stopped: AbortSignal): void {
  const channel = new BroadcastChannel(`contact:${replica.store.name}`);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const contactMessage = Contact.safeParse(data);
    if (contactMessage.success && !leadership.isLeader())
      void replica.follow(contactMessage.data).catch(() => undefined);
  };
  const subscription = replica.contact
    .pipe(throttleTime(SHARE_MS, undefined, { leading: true, trailing: true }))
    .subscribe((contact) => {
      if (leadership.isLeader()) channel.postMessage(contact);
    });
  stopped.addEventListener('abort', () => {
    subscription.unsubscribe();
    channel.close();
  });
}

/** Photos may be taken in one tab and sent by another. */
function sharePhotos({ photos, store }: Replica, stopped: AbortSignal): void {
  const channel = new BroadcastChannel(`photos:${store.name}`);
  channel.onmessage = () => void photos.reload().catch(() => undefined);
  const subscription = photos.onWrite.subscribe(() => channel.postMessage('written'));
  stopped.addEventListener('abort', () => {
    subscription.unsubscribe();
    channel.close();
  });
}

async function extendOffline(replica: Replica): Promise<void> {
  const enrollment = await replica.enrollment();
  const { userCompanyId } = replica.actor;
  if (!enrollment) return;
  // The limit is in the time of the server, the session is judged by the clock of this device.
  const until = Date.parse(enrollment.offlineUntil) - (await readClockOffset(replica.store.side));
  await sessionWatch().mayWorkOfflineUntil(userCompanyId, new Date(until).toISOString());
}

/**
 * Send requests with this browser's cookie. Another user may have signed in in another tab since: work is
 * only sent after the server has confirmed that the cookie belongs to this membership. No requests are sent
 * while the server has the session of a colleague whom this user followed offline.
 */
function sendAs(userCompanyId: string): Send {
  const direct: Send = (path, init) => fetch(path, { ...init, credentials: 'same-origin' });
  return async (path, init) => {
    if (!(await ownsServerSession(userCompanyId)))
      throw new AppError('UNAVAILABLE', 'Your session has not been resumed yet.');
    // Only the server knows whose work is handed over: there is no session any more.
    if ((init.method === 'POST' || init.method === 'PUT') && path !== HAND_OVER) {
      const answer = await direct(readSession.path, {
        cache: 'no-store',
        ...(init.signal ? { signal: init.signal } : {}),
      });
      const session = answer.ok ? Session.safeParse(await answer.json()) : undefined;
      if (answer.ok && session?.data?.user.userCompanyId !== userCompanyId) {
        throw new AppError('UNAUTHENTICATED', 'Sign in again to send your work.');
      }
    }
    return direct(path, init);
  };
}
