import { BehaviorSubject } from 'rxjs';
import { z } from 'zod';
import { Session } from '#db/access/session.ts';
import { readSession } from '#db/api/identity/sessions.ts';
import { callUrl } from '#pwa/api/call.ts';
import { createExclusive } from '#pwa/replica/store/mutex.ts';
import {
  changeStoredSession,
  forgetParkedPerson,
  forgetSession,
  readParkedPeople,
  readStoredSession,
  type StoredSession,
  storeSession,
} from './session-store.ts';

/**
 * The owner of the server's session: this user, as far as known, or a colleague whom this user followed
 * offline. In the second case nothing is sent until the server has resumed the user's own session, which
 * needs their PIN.
 */
export type ServerSession = 'own' | 'waits' | 'asks-pin' | 'pin-refused';

/**
 * The signed-in user. `offline`: the server could not be reached and the last confirmed session still holds;
 * `ended`: the server no longer knows the session; unsent work is stored and sent after the next sign-in.
 */
export type SessionState =
  | { status: 'loading'; session: null }
  | { status: 'authenticated'; session: Session; offline: boolean; serverSession: ServerSession }
  | { status: 'unauthenticated'; session: null; reason: 'none' | 'ended' | 'offline-too-long' };

export interface SessionWatch {
  readonly state: BehaviorSubject<SessionState>;
  /** Check the session again: after sign-in, on focus, every ten minutes. */
  refresh(): Promise<void>;
  /** Forget the session on this device after a sign-out. */
  signedOut(): Promise<void>;
  /** The server answered 401 to sent work: ask for sign-in. */
  onEnded(): void;
  /** Continue offline as a user whose PIN this device has checked. */
  continueOffline(storedSession: StoredSession): Promise<void>;
  /** The server refused to resume the session of this user, who returned offline: ask for sign-in. */
  resumeEnded(session: Session): Promise<void>;
  /** The server extended how long this user may work offline. */
  mayWorkOfflineUntil(userCompanyId: string, instant: string): Promise<void>;
}

/** The result of a request to resume a session. */
export type ResumeResult = 'resumed' | 'no-pin' | 'pin-refused' | 'ended' | 'unreachable';

export interface SessionWatchParts {
  fetch(path: string, init: RequestInit): Promise<Response>;
  now(): number;
  /**
   * Check whether there is a network. Without one no request is sent; the last confirmed session is judged by
   * its age.
   */
  online?(): boolean;
  /** Check whether nobody touched this page lately; an unused session ends. */
  idle?(): boolean;
  /** A user signed in, out or switched, or the session ended: tell the other tabs. */
  changed?(): void;
  /** The server ended this user's session; their device may still hand over its work. */
  sessionEnded?(session: Session): void;
  /** Resume this user's server session with the PIN that was entered in this tab. */
  resume?(session: Session): Promise<ResumeResult>;
  /** Put the server's session aside, so that its user returns by PIN. */
  park?(): Promise<void>;
  /** This user's session cannot be resumed: their replica's lab data is removed, unsent work remains. */
  lock?(session: Session): void;
}

const OFFLINE_MS = 72 * 60 * 60_000;
const TIMEOUT_MS = 10_000;
const Answer = z.union([Session, z.null(), z.record(z.string(), z.never())]);

const isSameMembership = (one: Session | undefined, other: Session): boolean =>
  one?.user.userCompanyId === other.user.userCompanyId;

export function createSessionWatch(parts: SessionWatchParts): SessionWatch {
  const state = new BehaviorSubject<SessionState>({ status: 'loading', session: null });
  const exclusive = createExclusive();

  const identityOf = (of: SessionState): string =>
    of.session
      ? `${of.session.entity}|${of.session.user.userCompanyId}|${of.session.user.role}|${of.serverSession}`
      : '';

  /** Publish the state; other tabs are told when the user changed. */
  function become(next: SessionState): void {
    const before = state.value;
    state.next(next);
    if (before.status !== 'loading' && identityOf(before) !== identityOf(next)) parts.changed?.();
  }

  const waitingAs = ({ session }: StoredSession, serverSession: ServerSession): SessionState => ({
    status: 'authenticated',
    session,
    offline: true,
    serverSession,
  });

  /** Store the server's answer, unless another user took the device over since `known` was read. */
  async function confirmed(session: Session, known: StoredSession | undefined): Promise<void> {
    const isWritten = await changeStoredSession((before) => {
      if (before?.session.user.userCompanyId !== known?.session.user.userCompanyId) return null;
      const same = before && isSameMembership(before.session, session);
      const offlineUntil = Math.max(parts.now() + OFFLINE_MS, same ? before.offlineUntil : 0);
      return { session, confirmedAt: parts.now(), offlineUntil };
    });
    if (!isWritten) return refreshSession();
    await forgetParkedPerson(session.user.userCompanyId);
    become({ status: 'authenticated', session, offline: false, serverSession: 'own' });
  }

  async function unreachable(): Promise<void> {
    const storedSession = await readStoredSession();
    if (!storedSession) return state.next({ status: 'unauthenticated', session: null, reason: 'none' });
    if (parts.now() > storedSession.offlineUntil) {
      return state.next({ status: 'unauthenticated', session: null, reason: 'offline-too-long' });
    }
    state.next(waitingAs(storedSession, storedSession.awaitsResume ? 'waits' : 'own'));
  }

  /**
   * Check whether the server's session waits on this device for its user; a newer sign-in of the same user
   * does not.
   */
  const isParkedHere = async (answer: Session): Promise<boolean> =>
    answer.signedInAt !== undefined &&
    (await readParkedPeople(parts.now())).some(
      ({ stored: storedSession }) =>
        storedSession !== undefined &&
        isSameMembership(storedSession.session, answer) &&
        storedSession.session.signedInAt === answer.signedInAt,
    );

  async function mustResume(
    storedSession: StoredSession | undefined,
    answer: Session | null,
  ): Promise<StoredSession | null> {
    if (!storedSession?.awaitsResume || parts.now() > storedSession.offlineUntil) return null;
    if (answer === null) return storedSession;
    return !isSameMembership(storedSession.session, answer) && (await isParkedHere(answer))
      ? storedSession
      : null;
  }

  async function resume(storedSession: StoredSession): Promise<void> {
    const result = (await parts.resume?.(storedSession.session)) ?? 'no-pin';
    if (result === 'ended') return resumeEnded(storedSession.session);
    if (result === 'unreachable') return unreachable();
    if (result !== 'resumed') {
      const was = state.value.session && state.value.serverSession;
      return become(
        waitingAs(
          storedSession,
          result === 'pin-refused' || was === 'pin-refused' ? 'pin-refused' : 'asks-pin',
        ),
      );
    }
    const answer = await ask(parts);
    if (answer === 'unreachable' || !answer || !isSameMembership(storedSession.session, answer))
      return unreachable();
    await confirmed(answer, storedSession);
  }

  async function resumeEnded(session: Session): Promise<void> {
    // The colleague's session is put aside first: the next sign-in must not end it.
    await parts.park?.().catch(() => undefined);
    await forgetSession();
    await forgetParkedPerson(session.user.userCompanyId);
    become({ status: 'unauthenticated', session: null, reason: 'ended' });
    parts.lock?.(session);
  }

  async function refreshSession(): Promise<void> {
    const answer = parts.online?.() === false ? 'unreachable' : await ask(parts);
    if (answer === 'unreachable') return unreachable();
    const known = await readStoredSession();
    const waiting = await mustResume(known, answer);
    if (waiting) return resume(waiting);
    if (answer && !known && (await isParkedHere(answer))) {
      // The user left offline, which the server does not know yet.
      await parts.park?.().catch(() => undefined);
      return become({ status: 'unauthenticated', session: null, reason: 'none' });
    }
    if (answer) return confirmed(answer, known);
    become({ status: 'unauthenticated', session: null, reason: known ? 'ended' : 'none' });
    if (known) parts.sessionEnded?.(known.session);
  }

  return {
    state,
    refresh: () => exclusive(refreshSession),
    async signedOut() {
      await forgetSession();
      become({ status: 'unauthenticated', session: null, reason: 'none' });
    },
    onEnded: () => state.next({ status: 'unauthenticated', session: null, reason: 'ended' }),
    async continueOffline(storedSession) {
      await storeSession({ ...storedSession, awaitsResume: true });
      become(waitingAs(storedSession, 'waits'));
    },
    resumeEnded,
    async mayWorkOfflineUntil(userCompanyId, instant) {
      await changeStoredSession((storedSession) =>
        storedSession?.session.user.userCompanyId === userCompanyId
          ? { ...storedSession, offlineUntil: Date.parse(instant) }
          : null,
      );
    },
  };
}

async function ask(parts: SessionWatchParts): Promise<Session | null | 'unreachable'> {
  try {
    const init: RequestInit = {
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    const url = callUrl(readSession, { query: parts.idle?.() ? { idle: '1' } : {} });
    const response = await parts.fetch(url, init);
    if (response.status === 401) return null;
    if (!response.ok) return 'unreachable';
    const answer = Answer.safeParse(await response.json());
    // A captive portal's page is not an answer about the session.
    if (!answer.success) return 'unreachable';
    const session = Session.safeParse(answer.data);
    return session.success ? session.data : null;
  } catch {
    return 'unreachable';
  }
}
