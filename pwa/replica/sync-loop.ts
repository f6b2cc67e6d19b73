import { BehaviorSubject } from 'rxjs';
import { backoffMs } from './backoff.ts';
import type { ReplicaStore } from './database.ts';
import type { FeedPosition } from './feed-position.ts';
import type { Outbox } from './outbox.ts';
import { type Contact, noContact } from './status.ts';
import { listen } from './stream.ts';
import type { Send } from './sync-api.ts';
import { failureOf, type SyncCycle } from './sync-cycle.ts';

/** The loop that keeps one device in sync with the server while it leads. */
export interface SyncLoop {
  readonly contact: BehaviorSubject<Contact>;
  /** There may be work to send or to fetch. */
  wake(): void;
  start(until: AbortSignal): void;
}

export interface LoopParts {
  cycle: SyncCycle;
  store: ReplicaStore;
  outbox: Outbox;
  send: Send;
  now(): number;
  /** When the server was last heard before the app was opened. */
  lastContactAt: number | null;
  /**
   * The stored documents must be deleted: the device was revoked, and all its work was sent or quarantined.
   */
  wiped(): Promise<void>;
  /** Send the waiting photos; a slow connection must not block other work. */
  sendPhotos(): Promise<void>;
  /** The databases were reopened after a failed write. */
  reopened(): Promise<void>;
}

const POLL_MS = 60_000;
const STUCK_MS = 120_000;

export function createSyncLoop(parts: LoopParts): SyncLoop {
  const contact = new BehaviorSubject<Contact>({ ...noContact, lastContactAt: parts.lastContactAt });
  const updateContact = (change: Partial<Contact>) => contact.next({ ...contact.value, ...change });
  let wakeUp: () => void = () => undefined;
  let woken = false;
  let failures = 0;
  const wake = () => {
    woken = true;
    wakeUp();
  };

  async function round(until: AbortSignal): Promise<void> {
    try {
      const position = await withinTime(parts.cycle.run());
      failures = 0;
      updateContact({ ...toContact(parts.now(), position), needsSignIn: false, problem: null });
      void parts.sendPhotos().catch(() => undefined);
    } catch (error) {
      // A replica that is being closed is not reopened: the next to open it would find it in use.
      if (until.aborted) return;
      failures += 1;
      // Reopening the databases can fail like any write; the next round tries again.
      await mend(error).catch(() => undefined);
    }
  }

  async function mend(error: unknown): Promise<void> {
    const failure = failureOf(error, parts.outbox);
    if (failure === 'unreachable') return updateContact({ online: false, progress: null });
    if (failure === 'sign-in') return updateContact({ needsSignIn: true, progress: null });
    if (failure === 'revoked') {
      // The user may still belong to the lab: their photos are accepted, whatever the state of the device.
      await parts.sendPhotos().catch(() => undefined);
      await parts.wiped();
      return updateContact({ revoked: true, progress: null });
    }
    if (failure !== 'storage') return updateContact({ problem: failure.problem, progress: null });
    updateContact({ problem: 'This device could not store data. It is being tried again.', progress: null });
    await parts.store.reopen();
    await parts.reopened();
    parts.cycle.compareNext();
  }

  async function run(until: AbortSignal): Promise<void> {
    while (!until.aborted && !contact.value.revoked) {
      woken = false;
      await round(until);
      if (woken && failures === 0) continue;
      await pause(failures > 0 ? backoffMs(failures) : POLL_MS, until);
    }
  }

  const pause = (ms: number, until: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      wakeUp = done;
      until.addEventListener('abort', done, { once: true });
    });

  async function follow(until: AbortSignal): Promise<void> {
    let silent = 0;
    while (!until.aborted) {
      let isOpened = false;
      const events = {
        onOpen: () => {
          isOpened = true;
          silent = 0;
          wake();
        },
        alive: () => updateContact({ online: true, lastContactAt: parts.now() }),
        poke: (rev: number) => {
          updateContact({ head: Math.max(rev, contact.value.head ?? 0) });
          if (rev > (contact.value.position?.cursor ?? -1)) wake();
        },
        closed: () => undefined,
      };
      await listen(parts.send, events, until);
      silent = isOpened ? 1 : silent + 1;
      await pauseQuietly(backoffMs(silent), until);
    }
  }

  return {
    contact,
    wake,
    start(until) {
      run(until).catch((error: unknown) => updateContact({ problem: String(error) }));
      follow(until).catch(() => undefined);
    },
  };
}

const toContact = (now: number, position: FeedPosition): Partial<Contact> => ({
  online: true,
  lastContactAt: now,
  position,
  head: position.cursor,
  progress: null,
});

/** A write that never ends would stop the loop: after two minutes the databases are reopened. */
async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stuckTimeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The local store does not answer.')), STUCK_MS);
  });
  try {
    return await Promise.race([work, stuckTimeout]);
  } finally {
    clearTimeout(timer);
  }
}

const pauseQuietly = (ms: number, until: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    until.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
