import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import pg from 'pg';

/** How often the connection is probed, because a dead one does not report itself. */
const PROBE_MS = 10_000;
const PROBE_LIMIT_MS = 5_000;
const RECONNECT_MS = 1_000;

async function probe(client: pg.Client, signal: AbortSignal): Promise<void> {
  for (;;) {
    await wait(PROBE_MS, undefined, { signal });
    const timeout = AbortSignal.timeout(PROBE_LIMIT_MS);
    await Promise.race([
      client.query('SELECT 1'),
      new Promise((_, reject) =>
        timeout.addEventListener('abort', () => reject(new Error('the LISTEN connection is dead'))),
      ),
    ]);
  }
}

async function listenOnce(
  options: pg.ClientConfig,
  channel: string,
  onPayload: (payload: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({ ...options, application_name: 'benchside-listen' });
  const broken = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('the LISTEN connection ended')));
  });
  // Raced below; an earlier failure must not count as unhandled.
  broken.catch(() => undefined);
  try {
    await client.connect();
    client.on('notification', ({ payload }) => onPayload(payload ?? ''));
    await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    await Promise.race([probe(client, signal), broken]);
  } finally {
    client.removeAllListeners('end');
    await client.end().catch(() => undefined);
  }
}

/** Listen on a channel with a separate connection until the signal aborts; reconnects after failures. */
async function listen(
  options: pg.ClientConfig,
  channel: string,
  onPayload: (payload: string) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await listenOnce(options, channel, onPayload, signal).catch(() => undefined);
    await wait(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Polling interval of the heads while there are listeners; NOTIFY is only a hint and may be lost. */
const POLL_MS = 2_000;

/**
 * The least time between two pokes of one lab, for each device that listens: every poke leads to a pull of every device,
 * and a device that gets one poke for several operations pulls them together.
 */
const POKE_PAUSE_MS = 3;
const LONGEST_PAUSE_MS = 200;

type Listener = (rev: number) => void;

/** The streams of one lab, and the pause after their last poke. */
interface LabStreams {
  listeners: Set<Listener>;
  pause: NodeJS.Timeout | undefined;
  /** The head of the last poke. */
  pokedRev: number;
}

/** Prefix of the id of a membership or person whose sessions have ended (migration 0033). */
const ENDED_PREFIX = 'ended:';

/** Notifies the streams of this process when a lab's head moves, whichever process moved it. */
export class HeadWatch {
  private readonly pool: Pool;
  private readonly heads = new Map<string, number>();
  private readonly labs = new Map<string, LabStreams>();
  private readonly endings = new Set<(id: string) => void>();
  private readonly stopped = new AbortController();
  private readonly useNotify: boolean;
  private timer: NodeJS.Timeout | undefined;
  private listening: Promise<void> | undefined;

  /** `useNotify: false` leaves only the poll every two seconds; tests show that it is enough. */
  constructor(pool: Pool, options: { useNotify?: boolean } = {}) {
    this.pool = pool;
    this.useNotify = options.useNotify ?? true;
  }

  /** Call the listener with the current head and at each move; returns a function that stops it. */
  async subscribe(lab: string, listener: Listener): Promise<() => void> {
    this.start();
    await this.pollHeads();
    const rev = this.heads.get(lab) ?? 0;
    const streams: LabStreams = this.labs.get(lab) ?? {
      listeners: new Set(),
      pause: undefined,
      pokedRev: rev,
    };
    this.labs.set(lab, streams);
    streams.listeners.add(listener);
    listener(rev);
    return () => streams.listeners.delete(listener);
  }

  /**
   * Call the listener with the id of a membership or person whose sessions have ended; a hint, like NOTIFY.
   */
  onEnded(listener: (id: string) => void): () => void {
    this.endings.add(listener);
    return () => this.endings.delete(listener);
  }

  /** Close the connection and the timer. */
  async stop(): Promise<void> {
    this.stopped.abort();
    clearInterval(this.timer);
    for (const { pause } of this.labs.values()) clearTimeout(pause);
    await this.listening;
  }

  private start(): void {
    if (this.timer || this.stopped.signal.aborted) return;
    this.timer = setInterval(() => {
      // Other code reports a lost database; the next poll shows what happened meanwhile.
      if (this.hasListeners()) this.pollHeads().catch(() => undefined);
    }, POLL_MS);
    this.timer.unref();
    if (this.useNotify) {
      const { connectionString, options } = this.pool.options;
      const config = { ...(connectionString ? { connectionString } : {}), ...(options ? { options } : {}) };
      this.listening = listen(
        config,
        'sync_head',
        (payload) => this.onNotification(payload),
        this.stopped.signal,
      );
    }
  }

  private onNotification(payload: string): void {
    if (payload.startsWith(ENDED_PREFIX)) {
      for (const listener of this.endings) listener(payload.slice(ENDED_PREFIX.length));
      return;
    }
    const [lab, rev] = payload.split(':');
    if (lab && rev) this.onHeadMoved(lab, Number(rev));
  }

  private hasListeners(): boolean {
    return [...this.labs.values()].some(({ listeners }) => listeners.size > 0);
  }

  private async pollHeads(): Promise<void> {
    const before = new Map(this.heads);
    const { rows } = await this.pool.query<{ lab: string; rev: string }>(
      'SELECT lab, rev::text FROM sync_head',
    );
    for (const { lab, rev } of rows) {
      // A head goes back only when the database was restored in place; the new count is valid from then on.
      if (Number(rev) < (before.get(lab) ?? 0)) this.heads.delete(lab);
      this.onHeadMoved(lab, Number(rev));
    }
  }

  private onHeadMoved(lab: string, rev: number): void {
    if (!(rev > (this.heads.get(lab) ?? -1))) return;
    this.heads.set(lab, rev);
    const streams = this.labs.get(lab);
    if (streams && !streams.pause) this.poke(lab, streams);
  }

  /** Poke all streams of the lab with its head, and again after the pause if the head has moved meanwhile. */
  private poke(lab: string, streams: LabStreams): void {
    const rev = this.heads.get(lab) ?? 0;
    streams.pause = undefined;
    if (rev === streams.pokedRev) return;
    streams.pokedRev = rev;
    for (const listener of streams.listeners) listener(rev);
    const pauseMs = Math.min(streams.listeners.size * POKE_PAUSE_MS, LONGEST_PAUSE_MS);
    streams.pause = setTimeout(() => this.poke(lab, streams), pauseMs);
    streams.pause.unref();
  }
}
