import { afterEach, expect, test, vi } from 'vitest';
import type { Outbox } from '#pwa/replica/operations/outbox.ts';
import type { ReplicaStore } from '#pwa/replica/store/database.ts';
import type { FeedPosition } from './feed-storage.ts';
import { createSyncLoop, type LoopParts } from './sync-loop.ts';

afterEach(() => void vi.useRealTimers());

/** Create a loop without a store, an outbox and a network. */
const createLoop = (parts: Pick<LoopParts, 'cycle'> & Partial<LoopParts>) =>
  createSyncLoop({
    store: {} as unknown as ReplicaStore,
    outbox: { all: () => [] } as unknown as Outbox,
    send: () => Promise.reject(new TypeError('Failed to fetch')),
    now: Date.now,
    lastContactAt: null,
    wiped: async () => undefined,
    sendPhotos: async () => undefined,
    reopened: async () => undefined,
    ...parts,
  });

const STREAM = { headers: { 'content-type': 'text/event-stream' } };

test('a device is back within two seconds after the server answers again', async () => {
  vi.useFakeTimers();
  let isUp = false;
  const run = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  const send = async (): Promise<Response> => {
    if (!isUp) throw new TypeError('Failed to fetch');
    return new Response(new ReadableStream(), STREAM);
  };
  const loop = createLoop({ cycle: { run, compareNext: () => undefined }, send });
  const closing = new AbortController();
  loop.start(closing.signal);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  isUp = true;
  const before = run.mock.calls.length;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(run.mock.calls.length).toBeGreaterThan(before);
  closing.abort();
});

/** A loop whose round fails like a closed database when the test says so. */
function openLoop() {
  const reopen = vi.fn(async () => undefined);
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<FeedPosition>((_, reject) => {
    fail = reject;
  });
  const loop = createLoop({
    cycle: { run: () => failed, compareNext: () => undefined },
    store: { reopen } as unknown as ReplicaStore,
  });
  const closing = new AbortController();
  loop.start(closing.signal);
  return { reopen, closing, fail: () => fail(new Error('The database is closed.')) };
}

test('a failed write reopens the databases', async () => {
  const { reopen, closing, fail } = openLoop();
  fail();
  await vi.waitFor(() => expect(reopen).toHaveBeenCalledOnce());
  closing.abort();
});

test('a replica that is closed during a round is not reopened', async () => {
  const { reopen, closing, fail } = openLoop();
  closing.abort();
  fail();
  await new Promise((resolve) => setImmediate(resolve));
  expect(reopen).not.toHaveBeenCalled();
});
