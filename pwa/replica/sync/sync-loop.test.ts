import { expect, test, vi } from 'vitest';
import type { Outbox } from '#pwa/replica/operations/outbox.ts';
import type { ReplicaStore } from '#pwa/replica/store/database.ts';
import type { FeedPosition } from './feed-storage.ts';
import { createSyncLoop } from './sync-loop.ts';

/** A loop whose round fails like a closed database when the test says so. */
function openLoop() {
  const reopen = vi.fn(async () => undefined);
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<FeedPosition>((_, reject) => {
    fail = reject;
  });
  const loop = createSyncLoop({
    cycle: { run: () => failed, compareNext: () => undefined },
    store: { reopen } as unknown as ReplicaStore,
    outbox: { all: () => [] } as unknown as Outbox,
    send: () => Promise.reject(new TypeError('Failed to fetch')),
    now: Date.now,
    lastContactAt: null,
    wiped: async () => undefined,
    sendPhotos: async () => undefined,
    reopened: async () => undefined,
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
