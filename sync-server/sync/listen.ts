import { setTimeout as wait } from 'node:timers/promises';
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
export async function listen(
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
