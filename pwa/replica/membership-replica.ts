import { distinctUntilChanged, filter, map, Subscription, throttleTime } from 'rxjs';
import { Session } from '#db/access/session.ts';
import { AppError } from '#db/errors/app-error.ts';
import { replicaName } from './database.ts';
import { unsentPhotos, unsentWork } from './export-unsent.ts';
import { campaignForLeadership, type Leadership } from './leader.ts';
import { askBeforeLeaving } from './leaving.ts';
import { lockOtherReplicas, lockReplica } from './lock-replica.ts';
import { requestPersistence } from './persist.ts';
import { releaseNumbers } from './release-numbers.ts';
import { openReplica, type Replica } from './replica.ts';
import { ownsServerSession, sessionWatch } from './session.ts';
import { readParkedPeople } from './session-store.ts';
import { Contact } from './status.ts';
import { HAND_OVER, type Send } from './sync-api.ts';

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

/** What makes a replica another one: the membership and its role, which decides what is carried. */
export const membershipKey = ({ entity, user }: Session): string =>
  `${entity}|${user.userCompanyId}|${user.role}`;

/** The replica of a session, opened once in this tab; the one of a former session is closed first. */
export function replicaOf(session: Session, deviceName: string): Promise<Replica> {
  const key = membershipKey(session);
  if (running?.key === key) {
    // A new sign-in of the same person: what was kept is sent at once.
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
  // An opening that failed is tried again by the next caller.
  replica.catch(() => {
    if (running?.key === key) running = null;
  });
  return replica;
}

/** The replica of a session if it is open already, so that a page can be drawn with it at once. */
export const openedReplicaOf = (session: Session): Replica | null =>
  running?.key === membershipKey(session) ? running.openedReplica : null;

/** Closes this tab's replica; unsent work stays on the device. */
export function closeReplica(): Promise<void> {
  const last = running;
  running = null;
  if (!last) return closing;
  last.stop();
  closing = last.replica.then((replica) => replica.close()).catch(() => undefined);
  return closing;
}

/**
 * Signs out of this device: the person's signing key ends, and what their replica holds of the lab is removed from it.
 * What they have not sent stays, locked.
 */
export async function signOutHere(replica: Replica, signOut: () => Promise<boolean>): Promise<boolean> {
  // Where the server cannot be reached nobody is signed out, and the page goes on with its replica.
  if (await endKey(replica)) {
    // Numbers that labels may carry already are not given back.
    if (unsentWork(replica.outbox.all()).length + unsentPhotos(replica).length === 0)
      await releaseNumbers(replica).catch(() => undefined);
    await closeReplica();
  }
  if (!(await signOut())) return false;
  await closeReplica();
  await lockReplica(replica.store.name);
  return true;
}

/** Removes what the replica of a session that has ended holds of the lab; what its person has not sent stays. */
export async function lockReplicaOf(session: Session): Promise<void> {
  if (running?.key === membershipKey(session)) await closeReplica();
  await lockReplica(replicaName({ entity: session.entity, userCompanyId: session.user.userCompanyId }));
}

/** Locks the replicas of people who are not signed in on this device any more. */
async function lockDepartedReplicas(ownName: string): Promise<void> {
  await lockOtherReplicas([ownName, ...(await readParkedPeople()).map(replicaName)]);
}

/** Ends the person's signing key on this device; false when the server cannot be reached. */
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
    actor: { userId, userCompanyId, companyId, role, name, entity },
    deviceName,
    send: sendAs(userCompanyId),
  });
  const leadership = campaignForLeadership({
    name: replica.store.name,
    // The page is drawn first: a round with the server reads much of what is stored.
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
  // Safari tells of no idle moment.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(unlessEnded, { timeout: IDLE_LIMIT_MS });
  else setTimeout(unlessEnded);
}

function wakeOnEvents(replica: Replica, stopped: AbortSignal): void {
  const channel = new BroadcastChannel(`wake:${replica.store.name}`);
  const wake = () => replica.loop.wake();
  channel.onmessage = wake;
  window.addEventListener('online', wake, { signal: stopped });
  // A round that fails at once says that the server is away; nothing is called synced until it would have been due.
  window.addEventListener('offline', wake, { signal: stopped });
  document.addEventListener('visibilitychange', wake, { signal: stopped });
  // A tab that does not lead tells the one that does.
  const appended = replica.outbox.changed.subscribe(() => channel.postMessage('wake'));
  stopped.addEventListener('abort', () => {
    appended.unsubscribe();
    channel.close();
  });
}

/** Only one tab speaks with the server; the header of every tab tells the same truth. */
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

/** Photos are taken in one tab and sent by another. */
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
  if (enrollment) await sessionWatch().mayWorkOfflineUntil(userCompanyId, enrollment.offlineUntil);
}

/**
 * Requests with this browser's cookie. The cookie may by now be another person's, who signed in in another tab: work is
 * only sent after the server has said that it is still this membership's. Nothing at all is asked while the server has
 * the session of a colleague whom this person followed without a network.
 */
function sendAs(userCompanyId: string): Send {
  const direct: Send = (path, init) => fetch(path, { ...init, credentials: 'same-origin' });
  return async (path, init) => {
    if (!(await ownsServerSession(userCompanyId)))
      throw new AppError('UNAVAILABLE', 'Your session has not been resumed yet.');
    // Whose work is handed over is asked of the server alone: there is no session any more.
    if ((init.method === 'POST' || init.method === 'PUT') && path !== HAND_OVER) {
      const answer = await direct('/api/auth/session', {
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
