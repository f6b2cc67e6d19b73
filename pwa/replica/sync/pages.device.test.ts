import type { BulkWriteRow, RxStorageInstanceCreationParams } from 'rxdb';
import { describe, expect, test } from 'vitest';
import { buildActor } from '#db/factories/run-rule.ts';
import { findByCode } from '#pwa/replica/operations/read-view.ts';
import { FeedStorage } from '#pwa/replica/rxdb-internals.ts';
import {
  comparable,
  findBenchOperation,
  labWithTubes,
  notedLine,
  requestedCursors,
} from '#pwa/testing/bench-operations.ts';
import { openDevice, pulledDocuments, syncOnce } from '#pwa/testing/simulated-device.ts';
import { readPosition } from './feed-storage.ts';
import type { Send } from './sync-api.ts';

const actor = buildActor();
let deviceCount = 0;

/** The real storage with a hook before a page of samples is written, and a record of writes. */
class WatchedStorage extends FeedStorage {
  before: (ids: string[]) => Promise<void> = async () => undefined;
  after: (ids: string[]) => void = () => undefined;

  override async createStorageInstance<D>(params: RxStorageInstanceCreationParams<D, object>) {
    const instance = await super.createStorageInstance<D>(params);
    const write = instance.bulkWrite.bind(instance);
    instance.bulkWrite = async (rows: BulkWriteRow<D>[], context) => {
      if (params.collectionName !== 'samples') return write(rows, context);
      const ids = rows.map(({ document }) => String(document[instance.primaryPath]));
      await this.before(ids);
      const writeResult = await write(rows, context);
      this.after(ids);
      return writeResult;
    };
    return instance;
  }
}

const open = (send: Send, storage: FeedStorage) =>
  openDevice({ name: `pages-${deviceCount++}`, actor, send, definition: findBenchOperation, storage });

describe('pages of the feed', () => {
  test('the next page is requested while one is written, and is never stored before or during it', async () => {
    const { server, put: putTube } = labWithTubes(12);
    const { line, send } = notedLine(server, actor);
    const storage = new WatchedStorage({});
    const bench = await open(send, storage);
    await syncOnce(bench);
    const start = server.rev;
    for (let k = 0; k < 12; k += 1) putTube(k, 2);
    line.asked.length = 0;
    let writing = 0;
    const order: string[] = [];
    const requestCounts: number[] = [];
    storage.before = async () => {
      writing += 1;
      expect(writing).toBe(1);
      // The write is slow enough for the next page to arrive first.
      for (let tick = 0; tick < 50; tick += 1) await new Promise((resolve) => setImmediate(resolve));
      requestCounts.push(requestedCursors(line.asked).length);
    };
    storage.after = (ids) => {
      writing -= 1;
      order.push(...ids);
    };
    expect(await syncOnce(bench)).toBe(true);
    expect(order).toEqual(Array.from({ length: 12 }, (_, k) => `tube-${k}`));
    expect(requestCounts).toEqual([2, 3, 4, 4]);
    expect(requestedCursors(line.asked)).toEqual([start, start + 3, start + 6, start + 9]);
    expect(await pulledDocuments(bench)).toEqual(comparable(server));
    await bench.close();
  });

  test('a failed page is requested again from its own cursor, even when the next one has arrived', async () => {
    const { server, put: putTube } = labWithTubes(9);
    const { line, send } = notedLine(server, actor);
    const storage = new WatchedStorage({});
    const bench = await open(send, storage);
    await syncOnce(bench);
    const start = server.rev;
    for (let k = 0; k < 9; k += 1) putTube(k, 2);
    storage.before = async (ids) => {
      if (!ids.includes('tube-4')) return;
      for (let tick = 0; tick < 50; tick += 1) await new Promise((resolve) => setImmediate(resolve));
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    expect(await syncOnce(bench)).toBe(false);
    expect((await readPosition(bench.store.side))?.cursor).toBe(start + 3);
    expect((await bench.base.document('samples', 'tube-8'))?.body['attempt']).toBe(1);
    storage.before = async () => undefined;
    line.asked.length = 0;
    expect(await syncOnce(bench)).toBe(true);
    expect(requestedCursors(line.asked)[0]).toBe(start + 3);
    expect(await pulledDocuments(bench)).toEqual(comparable(server));
    await bench.close();
  });

  test('a first load resumes at the page where the disk failed, and every tube is found by its code', async () => {
    const { server } = labWithTubes(40);
    const { line, send } = notedLine(server, actor);
    const storage = new WatchedStorage({});
    const writeResult: string[][] = [];
    storage.after = (ids) => writeResult.push(ids);
    let writes = 0;
    storage.before = async () => {
      writes += 1;
      if (writes !== 3) return;
      // The later page is stored first; it does not count while this one is missing.
      for (let tick = 0; tick < 100; tick += 1) await new Promise((resolve) => setImmediate(resolve));
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    const bench = await open(send, storage);
    expect(await syncOnce(bench)).toBe(false);
    expect(writeResult).toHaveLength(3);
    expect(await readPosition(bench.store.side)).toBeUndefined();
    const snapshotRequests = line.asked.filter((path) => path.startsWith('/api/sync/snapshot'));
    line.asked.length = 0;
    expect(await syncOnce(bench)).toBe(true);
    expect(line.asked.find((path) => path.startsWith('/api/sync/snapshot'))).toBe(snapshotRequests[2]);
    expect(await pulledDocuments(bench)).toEqual(comparable(server));
    for (let k = 0; k < 40; k += 1)
      expect((await findByCode(bench, `tube-${k}`)).map(({ id }) => id)).toEqual([`tube-${k}`]);
    await bench.close();
  });

  test('a first load over existing documents leaves one of each', async () => {
    const { server } = labWithTubes(5);
    const storage = new WatchedStorage({});
    const bench = await open(server.sendAs(actor), storage);
    let failing = true;
    // The write succeeds but reports a failure, so the next try meets stored documents.
    storage.after = () => {
      if (failing) throw new DOMException('Connection lost.', 'AbortError');
    };
    expect(await syncOnce(bench)).toBe(false);
    failing = false;
    expect(await syncOnce(bench)).toBe(true);
    expect(await pulledDocuments(bench)).toEqual(comparable(server));
    await bench.close();
  });
});

describe('waiting operations during a pull', () => {
  test('sent operations are not folded again for every page', async () => {
    const { server, put: putTube } = labWithTubes(12);
    let runs = 0;
    const definition: typeof findBenchOperation = (name) => {
      const operation = findBenchOperation(name);
      if (!operation) return undefined;
      const run: typeof operation.run = (...parts) => {
        runs += 1;
        return operation.run(...parts);
      };
      return { ...operation, run };
    };
    const bench = await openDevice({
      name: `pages-${deviceCount++}`,
      actor,
      send: server.sendAs(actor),
      definition,
    });
    await syncOnce(bench);
    for (let k = 0; k < 6; k += 1) await bench.run('count-tube', { sampleId: `tube-${k}` });
    for (let k = 6; k < 12; k += 1) putTube(k, 2);
    runs = 0;
    expect(await syncOnce(bench)).toBe(true);
    expect(runs).toBe(0);
    expect(bench.outbox.all().map(({ state }) => state)).toEqual(Array(6).fill('settled'));
    expect(bench.view.overlay().rows.size).toBe(0);
    await bench.close();
  });

  test('an operation between two pages is judged by the documents stored so far', async () => {
    const { server, put: putTube } = labWithTubes(8);
    const { line, send } = notedLine(server, actor);
    const bench = await open(send, new WatchedStorage({}));
    await syncOnce(bench);
    await bench.run('count-tube', { sampleId: 'tube-0' });
    const start = server.rev;
    let arrived: () => void = () => undefined;
    const secondPage = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    line.hold = async (path) => {
      const [cursor] = requestedCursors([path]);
      // The first page brings a colleague's change of the tube; the second one is delayed.
      if (cursor === start) for (const k of [0, 1, 2, 3, 4, 5]) putTube(k, 10);
      if (cursor === undefined || cursor <= start) return;
      arrived();
      await released;
    };
    const round = syncOnce(bench);
    await secondPage;
    await bench.exclusive(async () => undefined);
    await bench.run('count-tube', { sampleId: 'tube-0' });
    const tubeRow = bench.view.overlay().rows.get('Sample')?.get('tube-0');
    expect(tubeRow?.['attempt']).toBe(11);
    release();
    expect(await round).toBe(true);
    await bench.close();
  });
});

test('a device that opens offline knows when it last heard the server', async () => {
  const { server } = labWithTubes(1);
  const name = `pages-${deviceCount++}`;
  const options = { name, actor, send: server.sendAs(actor), definition: findBenchOperation };
  const first = await openDevice(options);
  expect(first.contact.value.lastContactAt).toBeNull();
  first.contact.next({ ...first.contact.value, online: true, lastContactAt: 1_795_000_000_000 });
  await first.exclusive(async () => first.store.side.meta.toArray());
  await first.close();
  const second = await openDevice(options);
  expect(second.contact.value).toMatchObject({ online: null, lastContactAt: 1_795_000_000_000 });
  await second.close();
});

test('an operation counts as being written until it is stored', async () => {
  const { server } = labWithTubes(1);
  const bench = await open(server.sendAs(actor), new WatchedStorage({}));
  await syncOnce(bench);
  const done = bench.run('count-tube', { sampleId: 'tube-0' });
  expect(bench.writing.value).toBe(1);
  const before = await Promise.race([done, Promise.resolve('not yet')]);
  expect(before).toBe('not yet');
  await done;
  expect(bench.writing.value).toBe(0);
  expect(bench.outbox.all()).toHaveLength(1);
  await expect(bench.run('count-tube', { sampleId: '' })).rejects.toThrow();
  expect(bench.writing.value).toBe(0);
  await bench.close();
});
