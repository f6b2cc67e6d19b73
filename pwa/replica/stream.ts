import { z } from 'zod';
import type { Send } from './sync-api.ts';

/** The callbacks of the stream. */
export interface StreamEvents {
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
export async function listen(send: Send, events: StreamEvents, stop: AbortSignal): Promise<void> {
  const quiet = new AbortController();
  let timer = setTimeout(() => quiet.abort(), WATCHDOG_MS);
  const onData = () => {
    clearTimeout(timer);
    timer = setTimeout(() => quiet.abort(), WATCHDOG_MS);
  };
  try {
    const response = await send('/api/sync/stream', {
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
