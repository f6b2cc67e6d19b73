import { BehaviorSubject } from 'rxjs';
import { z } from 'zod';
import { streamHead } from '#db/api/sync.ts';
import type { Outbox } from '#pwa/replica/operations/outbox.ts';
import type { ReplicaStore } from '#pwa/replica/store/database.ts';
import type { FeedPosition } from './feed-storage.ts';
import { type Contact, noContact } from './status.ts';
import type { Send } from './sync-api.ts';
import { failureOf, type SyncCycle } from './sync-cycle.ts';

const FIRST_MS = 1_000;
const LAST_MS = 60_000;
/** The stream is tried more often: within two seconds it finds that the server answers again, and wakes the loop. */
const STREAM_LAST_MS = 1_500;

/**
 * The wait before the next try: 1 s doubling to the longest, with jitter so that the handhelds of a lab do not call
 * at the same moment.
 */
const backoffMs = (failures: number, longestMs: number): number =>
  Math.round(Math.min(longestMs, FIRST_MS * 2 ** Math.max(0, failures - 1)) * (0.5 + Math.random() / 2));

/** The callbacks of the stream. */
interface StreamEvents {
  onOpen(): void;
  /** Bytes arrived, heartbeats included: the server is reachable. */
  alive(): void;
  poke(rev: number): void;
  closed(): void;
}

const WATCHDOG_MS = 40_000;
const Poke = z.object({ rev: z.int() });

/**
 * Listen to `GET /api/sync/stream` until `stop` aborts or nothing was heard for 40 s. The bytes are read
 * directly, because an EventSource hides heartbeats, and a dead connection looks like a quiet one.
 */
async function listen(send: Send, events: StreamEvents, stop: AbortSignal): Promise<void> {
  const quiet = new AbortController();
  let timer = setTimeout(() => quiet.abort(), WATCHDOG_MS);
  const onData = () => {
    clearTimeout(timer);
    timer = setTimeout(() => quiet.abort(), WATCHDOG_MS);
  };
  try {
    const response = await send(streamHead.path, {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([stop, quiet.signal]),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.ok || !isStream || !response.body) return;
    events.onOpen();
    await readEvents(response.body, onData, events);
  } catch {
    // A broken stream is ordinary; the loop polls and opens it again.
  } finally {
    clearTimeout(timer);
    events.closed();
  }
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  onData: () => void,
  events: StreamEvents,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onData();
    events.alive();
    buffer += decoder.decode(value, { stream: true }).replaceAll('\r', '');
    const blocks = buffer.split('\n\n');
    buffer = blocks.pop() ?? '';
    for (const block of blocks) {
      const rev = pokeOf(block);
      if (rev !== null) events.poke(rev);
    }
  }
}

function pokeOf(block: string): number | null {
  const lines = block.split('\n');
  const isPoke = lines.includes('event: poke') || lines.includes('event:poke');
  const data = lines
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5))
    .join('\n');
  if (!isPoke) return null;
  try {
    const parsed = Poke.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data.rev : null;
  } catch {
    return null;
  }
}

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
    updateContact({ problem: 'This device could not store data. Trying again.', progress: null });
    await parts.store.reopen();
    await parts.reopened();
    parts.cycle.compareNext();
  }

  async function run(until: AbortSignal): Promise<void> {
    while (!until.aborted && !contact.value.revoked) {
      woken = false;
      await round(until);
      if (woken && failures === 0) continue;
      await pause(failures > 0 ? backoffMs(failures, LAST_MS) : POLL_MS, until);
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
      await pauseQuietly(backoffMs(silent, STREAM_LAST_MS), until);
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
