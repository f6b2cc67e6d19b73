import { BehaviorSubject } from 'rxjs';
import { z } from 'zod';
import { Session } from '#db/access/session.ts';
import { forgetSession, readStoredSession, storeSession } from './session-store.ts';

/**
 * Who is signed in. `offline` means that the server could not be asked and the last confirmed session still holds;
 * `ended` that the server no longer knows it: unsent work is kept and sent after the next sign-in.
 */
export type SessionState =
  | { status: 'loading'; session: null }
  | { status: 'authenticated'; session: Session; offline: boolean }
  | { status: 'unauthenticated'; session: null; reason: 'none' | 'ended' | 'offline-too-long' };

export interface SessionWatch {
  readonly state: BehaviorSubject<SessionState>;
  /** Asks the server again: after sign-in, on focus, every ten minutes. */
  refresh(): Promise<void>;
  /** The person signed out: forgets the session on this device. */
  signedOut(): Promise<void>;
  /** The server answered 401 while work was sent: asks for sign-in. */
  ended(): void;
  /** The server renewed how long this person may work offline. */
  mayWorkOfflineUntil(instant: string): Promise<void>;
}

export interface SessionWatchParts {
  fetch(path: string, init: RequestInit): Promise<Response>;
  now(): number;
  /** Is there a network at all? Without one nothing is asked; the last confirmed session is judged by its age. */
  online?(): boolean;
  /** Did nobody touch this page lately? A session that nobody uses ends. */
  idle?(): boolean;
  /** Somebody signed in, out or switched, or the session ended: other tabs are told. */
  changed?(): void;
  /** The server ended the session of this person; their device may still hand over its work. */
  sessionEnded?(session: Session): void;
}

const OFFLINE_MS = 72 * 60 * 60_000;
const TIMEOUT_MS = 10_000;
const Answer = z.union([Session, z.null(), z.record(z.string(), z.never())]);

export function createSessionWatch(parts: SessionWatchParts): SessionWatch {
  const state = new BehaviorSubject<SessionState>({ status: 'loading', session: null });

  const identityOf = ({ session }: SessionState): string =>
    session ? `${session.entity}|${session.user.userCompanyId}|${session.user.role}` : '';

  /** Tells the state; other tabs hear of it when it is about somebody else than before. */
  function become(next: SessionState): void {
    const before = state.value;
    state.next(next);
    if (before.status !== 'loading' && identityOf(before) !== identityOf(next)) parts.changed?.();
  }

  async function confirmed(session: Session): Promise<void> {
    const before = await readStoredSession();
    const same = before?.session.user.userCompanyId === session.user.userCompanyId;
    const offlineUntil = Math.max(parts.now() + OFFLINE_MS, same ? before.offlineUntil : 0);
    await storeSession({ session, confirmedAt: parts.now(), offlineUntil });
    become({ status: 'authenticated', session, offline: false });
  }

  async function unreachable(): Promise<void> {
    const stored = await readStoredSession();
    if (!stored) return state.next({ status: 'unauthenticated', session: null, reason: 'none' });
    if (parts.now() > stored.offlineUntil) {
      return state.next({ status: 'unauthenticated', session: null, reason: 'offline-too-long' });
    }
    state.next({ status: 'authenticated', session: stored.session, offline: true });
  }

  return {
    state,
    async refresh() {
      const answer = parts.online?.() === false ? 'unreachable' : await ask(parts);
      if (answer === 'unreachable') return unreachable();
      if (answer) return confirmed(answer);
      const known = await readStoredSession();
      become({ status: 'unauthenticated', session: null, reason: known ? 'ended' : 'none' });
      if (known) parts.sessionEnded?.(known.session);
    },
    async signedOut() {
      await forgetSession();
      become({ status: 'unauthenticated', session: null, reason: 'none' });
    },
    ended: () => state.next({ status: 'unauthenticated', session: null, reason: 'ended' }),
    async mayWorkOfflineUntil(instant) {
      const stored = await readStoredSession();
      if (stored) await storeSession({ ...stored, offlineUntil: Date.parse(instant) });
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
    const response = await parts.fetch(
      parts.idle?.() ? '/api/auth/session?idle=1' : '/api/auth/session',
      init,
    );
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
