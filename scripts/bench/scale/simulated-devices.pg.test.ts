import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FeedPage } from '#db/sync/wire.ts';
import { moveOf, populateLab } from '#scripts/bench/engine-lab.ts';
import { MANAGER, openSession, TECH } from '#scripts/bench/lab-session.ts';
import { type LabServer, startLabServer } from '#scripts/bench/start-lab-server.ts';
import { createDemoDatabase } from '#sync-server/demo/demo-server.ts';
import type { TestDatabase } from '#sync-server/postgres/test-database.ts';
import { delaysOf, openFloor, pushAtRate } from './connected-devices.ts';
import { openFleet } from './device-fleet.ts';
import { nodeProcessorMs, readScaleSizes, until } from './scale-lab.ts';
import { type Connection, SimulatedDevice } from './simulated-device.ts';

const TUBES = 20;
const LIMIT_MS = 60_000;
// A whole server starts in a process of its own.
const START_LIMIT_MS = 300_000;

let database: TestDatabase;
let server: LabServer;
let folder: string;
let connections: Connection[];

beforeAll(async () => {
  database = await createDemoDatabase();
  await populateLab(database.pool, TUBES);
  folder = mkdtempSync(path.join(os.tmpdir(), 'benchside-devices-'));
  server = await startLabServer({ dist: folder, dataDirectory: folder, databaseUrl: database.url });
  const sessions = await Promise.all([TECH, MANAGER].map((email) => openSession(server.url, email)));
  connections = sessions.map(({ cookie }) => ({ url: server.url, cookie }));
}, START_LIMIT_MS);
afterAll(async () => {
  await server.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const connectionAt = (index: number): Connection => {
  const connection = connections[index];
  if (!connection) throw new Error('There is no session.');
  return connection;
};

test('a simulated device that listens gets each change of the others', async () => {
  const pages: FeedPage[] = [];
  const reader = new SimulatedDevice(connectionAt(1), (text) => pages.push(FeedPage.parse(JSON.parse(text))));
  const writer = new SimulatedDevice(connectionAt(0));
  await reader.enroll('Reader');
  await writer.enroll('Writer');
  await reader.listen(true);
  const revisions = [...(await writer.push([moveOf(0), moveOf(1)])), ...(await writer.push([moveOf(2)]))];
  const last = Math.max(...revisions);
  await until(async () => reader.cursor >= last, LIMIT_MS);
  reader.close();
  const moved = pages.flatMap(({ documents }) => documents.filter(({ id }) => /^bench-tube-\d+$/.test(id)));
  expect(new Map(moved.map(({ id, rev }) => [id, rev]))).toEqual(
    new Map(revisions.map((rev, k) => [`bench-tube-${k}`, rev])),
  );
  expect(reader.pokes.at(-1)?.[0]).toBe(last);
  expect(reader.refusedRequests + writer.refusedRequests).toBe(0);
});

test('a device that comes back sends its work and reaches the head', async () => {
  const fleet = await openFleet(connections, { devices: 2, processes: 2 });
  try {
    await fleet.comeBack(3, 3);
    const reader = new SimulatedDevice(connectionAt(0));
    await reader.enroll('Reader');
    await until(
      async () => (await fleet.counts()).cursors.every((cursor) => cursor >= reader.cursor),
      LIMIT_MS,
    );
    const { rows } = await database.pool.query(
      `SELECT count(*)::int AS moved FROM sample WHERE id = ANY ($1) AND storage_location_id <> 'bench-shelf'`,
      [Array.from({ length: 6 }, (_, k) => `bench-tube-${3 + k}`)],
    );
    expect(rows).toEqual([{ moved: 6 }]);
    expect(await fleet.counts()).toMatchObject({ refusedRequests: 0 });
  } finally {
    await fleet.end();
  }
});

test('a fleet reports for each device when it had each revision, at the server and at its floor', async () => {
  const bareTarget = await openFloor('{"id":"bench-tube-"}');
  const measure = async () => ({ node: 0, postgres: 0, wall: 1 });
  try {
    for (const target of [{ connections, pid: server.pid, measure }, bareTarget]) {
      const fleet = await openFleet(target.connections, { devices: 3, processes: 2 });
      try {
        await fleet.listen(true);
        const acceptedAt = await pushAtRate(target, { firstTube: 10, operations: 4, perSecond: 20 });
        const last = Math.max(...acceptedAt.keys());
        await until(async () => (await fleet.counts()).cursors.every((cursor) => cursor >= last), LIMIT_MS);
        const delays = delaysOf(acceptedAt, await fleet.takeArrivals());
        expect(delays).toHaveLength(12);
        expect(delays.every((delay) => delay >= 0 && delay < LIMIT_MS)).toBe(true);
        expect((await fleet.takePokes()).every((pokes) => pokes.some(([rev]) => rev >= last))).toBe(true);
      } finally {
        await fleet.end();
      }
    }
  } finally {
    await bareTarget.stop();
  }
  expect(nodeProcessorMs(server.pid)).toBeGreaterThan(0);
});

test('a revision that a device never got is an error, not a delay', () => {
  const acceptedAt = new Map([
    [7, 100],
    [8, 110],
  ]);
  expect(delaysOf(acceptedAt, [[[8, 130]]])).toEqual([30, 20]);
  expect(() => delaysOf(acceptedAt, [[[7, 105]]])).toThrow('Revision 8 has not arrived.');
});

test('sizes are set by name, and an unknown one is refused', () => {
  expect(readScaleSizes({ smoke: false, set: 'devices=50,seconds=2' })).toMatchObject({
    devices: 50,
    seconds: 2,
  });
  expect(() => readScaleSizes({ smoke: true, set: 'device=50' })).toThrow('names are pushDevices');
});
