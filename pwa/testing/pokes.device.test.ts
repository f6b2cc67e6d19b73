import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Actor } from '#db/operation.ts';
import type { Send } from '#pwa/replica/sync/sync-api.ts';
import { openTwoDevices, type TwoDevices } from './bench-world.ts';
import { openDevice, readShown } from './simulated-device.ts';

// A device polls only once a minute.
const LONG_BEFORE_THE_POLL_MS = 30_000;

let lab: TwoDevices;

beforeAll(async () => {
  lab = await openTwoDevices();
  await lab.tube('T-1');
});

afterAll(() => lab.close());

/** A streaming connection, like the browser's. */
const streamingAs =
  (actor: Actor): Send =>
  (path, init) => {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), 'x-person': actor.userCompanyId };
    return fetch(`${lab.lab.proxy.origin.replace('127.0.0.1', 'localhost')}${path}`, { ...init, headers });
  };

test("a poke shows one user's operation on the other device long before the next poll", async () => {
  const stop = new AbortController();
  const [ann, bob] = await Promise.all(
    [lab.ann.actor, lab.bob.actor].map((actor) =>
      openDevice({ name: `poked-${actor.userId}`, actor, send: streamingAs(actor) }),
    ),
  );
  if (!ann || !bob) throw new Error('Both devices must open.');
  ann.loop.start(stop.signal);
  bob.loop.start(stop.signal);
  await vi.waitFor(
    () => expect([ann.contact.value.position, bob.contact.value.position]).not.toContain(null),
    LONG_BEFORE_THE_POLL_MS,
  );
  await new Promise<void>((resolve) => {
    const waiting = bob.contact.subscribe(({ online }) => online && resolve());
    stop.signal.addEventListener('abort', () => waiting.unsubscribe());
  });
  await ann.run('move-sample', { sampleId: 'T-1', containerId: 'box', position: 'A1' });
  await vi.waitFor(
    async () => expect((await readShown(bob, 'samples', 'T-1'))?.body['storageLocationId']).toBe('box'),
    { timeout: LONG_BEFORE_THE_POLL_MS, interval: 20 },
  );
  expect(bob.contact.value.lastContactAt).not.toBeNull();
  stop.abort();
  await Promise.all([ann.close(), bob.close()]);
});
