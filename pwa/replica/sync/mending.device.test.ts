import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { sample } from '#db/samples/sample.ts';
import { PushRequest } from '#db/sync/wire.ts';
import { openSideStore, readMeta, writeMeta } from '#pwa/replica/store/side-store.ts';
import { findBenchOperation } from '#pwa/testing/bench-operations.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, pulledDocuments, syncOnce } from '#pwa/testing/simulated-device.ts';
import { removeDocuments } from './apply-page.ts';
import { readPosition } from './feed-storage.ts';
import type { Send } from './sync-api.ts';

const DAY_MS = 24 * 60 * 60_000;
const actor = buildActor();
let server: ModelServer;
let deviceCount = 0;

beforeEach(() => {
  server = new ModelServer(findBenchOperation);
  for (const index of [0, 1, 2])
    server.world.putRow(sample, buildSample({ id: `tube-${index}`, barcode: `TUBE-${index}` }));
  server.commit();
});

const options = (send: Send = server.sendAs(actor)) => ({
  name: `mending-${deviceCount++}`,
  actor,
  send,
  definition: findBenchOperation,
});

describe('self-repair of a device', () => {
  test('a new document format reloads all documents and keeps waiting operations', async () => {
    const device = options();
    const before = await openDevice(device);
    await syncOnce(before);
    await before.run('count-tube', { sampleId: 'tube-1' });
    await before.close();
    const side = openSideStore(device.name);
    await writeMeta(side, 'schemaHash', 'an-older-version');
    side.close();
    const after = await openDevice(device);
    expect(await readPosition(after.store.side)).toBeUndefined();
    expect(after.outbox.all()).toMatchObject([{ name: 'count-tube', state: 'pending' }]);
    await syncOnce(after);
    expect(await pulledDocuments(after)).toHaveLength(3);
    expect(after.outbox.all()).toMatchObject([{ state: 'settled', outcome: 'APPLIED' }]);
    expect(server.world.one(sample, 'tube-1')?.attempt).toBe(2);
    await after.close();
  });

  test('the daily comparison finds a lost document, loads it again and records the incident', async () => {
    let aheadMs = 0;
    const device = await openDevice({ ...options(), now: () => Date.now() + aheadMs });
    await syncOnce(device);
    await device.run('count-tube', { sampleId: 'tube-1' });
    await syncOnce(device);
    await removeDocuments(device.store, 'samples', ['tube-2']);
    await syncOnce(device);
    expect(await pulledDocuments(device)).toHaveLength(2);
    aheadMs = DAY_MS + 60_000;
    const frames: number[] = [];
    const watching = device.changed.subscribe(() => frames.push(device.view.predictions().size));
    await syncOnce(device);
    watching.unsubscribe();
    expect(await pulledDocuments(device)).toHaveLength(3);
    // Settled operations are in the documents already and are not folded over them again.
    expect(Math.max(0, ...frames)).toBe(0);
    const incidents = (await device.store.side.meta.toArray()).filter(({ key }) =>
      key.startsWith('incident|'),
    );
    expect(incidents).toMatchObject([{ value: { differ: ['samples'] } }]);
    await device.close();
  });

  test('an evicted collection is detected when the app opens, and loaded again', async () => {
    const device = options();
    const before = await openDevice(device);
    await syncOnce(before);
    await before.close();
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    const samples = names.find((name) => name.includes(device.name) && name.endsWith('--samples')) ?? '';
    await new Promise((resolve) => {
      indexedDB.deleteDatabase(samples).onsuccess = resolve;
    });
    const after = await openDevice(device);
    expect(await pulledDocuments(after)).toEqual([]);
    await syncOnce(after);
    expect(await pulledDocuments(after)).toHaveLength(3);
    await after.close();
  });

  test('an interrupted reload continues after the app is opened again', async () => {
    let lineIsUp = true;
    const through = server.sendAs(actor);
    const device = options(async (path, init) => {
      if (!lineIsUp && path.startsWith('/api/sync/snapshot')) throw new TypeError('The network failed.');
      return through(path, init);
    });
    const before = await openDevice(device);
    await syncOnce(before);
    await removeDocuments(before.store, 'samples', ['tube-2']);
    lineIsUp = false;
    before.cycle.compareNext();
    expect(await syncOnce(before)).toBe(false);
    await before.close();
    lineIsUp = true;
    const after = await openDevice(device);
    await syncOnce(after);
    expect(await pulledDocuments(after)).toHaveLength(3);
    expect(await readMeta(after.store.side, 'reloadDue', z.boolean())).toBeUndefined();
    await after.close();
  });

  test('an operation larger than a request is refused before it waits and blocks nothing', async () => {
    const device = await openDevice(options(server.sendAs(actor)));
    await syncOnce(device);
    const containerId = 'x'.repeat(64);
    const position = 'A'.repeat(1_000_000);
    await expect(
      device.run('place-tube', { sampleId: 'tube-0', containerId, position }),
    ).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'This is too much for one step. Do it in smaller parts.',
    });
    expect(device.outbox.all()).toEqual([]);
    await device.run('count-tube', { sampleId: 'tube-0' });
    expect(await syncOnce(device)).toBe(true);
    expect(server.log.map(({ n }) => n)).toEqual([1]);
    await device.close();
  });

  test('a batch of operations that is too large is sent in halves, each operation once and in order', async () => {
    const sizes: number[] = [];
    const through = server.sendAs(actor);
    const device = await openDevice(
      options(async (path, init) => {
        if (path !== '/api/sync/operations') return through(path, init);
        const { operations } = PushRequest.parse(JSON.parse(String(init.body)));
        sizes.push(operations.length);
        if (operations.length <= 4) return through(path, init);
        return Response.json({ error: 'The body is larger than 1 MB.', code: 'TOO_LARGE' }, { status: 413 });
      }),
    );
    await syncOnce(device);
    for (let count = 0; count < 13; count++) await device.run('count-tube', { sampleId: 'tube-0' });
    expect(await syncOnce(device)).toBe(true);
    expect(sizes).toEqual([13, 7, 4, 4, 4, 1]);
    expect(server.log.map(({ n }) => n)).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
    expect(server.world.one(sample, 'tube-0')?.attempt).toBe(14);
    await device.close();
  });
});
