import { expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { sample } from '#db/samples/sample.ts';
import { findByCode } from '#pwa/replica/operations/read-view.ts';
import { comparable, findBenchOperation, labWithTubes, notedLine } from '#pwa/testing/bench-operations.ts';
import { openDevice, pulledDocuments, syncOnce } from '#pwa/testing/simulated-device.ts';
import { readPosition } from './feed-storage.ts';
import type { Send } from './sync-api.ts';

const actor = buildActor();
let deviceCount = 0;

test('device and server agree after changes, additions and removals during a first load', async () => {
  const { server, put: putTube } = labWithTubes(20);
  const { line, send } = notedLine(server, actor);
  const bench = await openDevice({
    name: `same-${deviceCount++}`,
    actor,
    send,
    definition: findBenchOperation,
  });
  let pages = 0;
  line.hold = async (path) => {
    if (!path.startsWith('/api/sync/snapshot')) return;
    pages += 1;
    if (pages !== 3) return;
    // Tubes of the first page, which is stored or in transfer: one changes, one leaves, and one is added
    // before them.
    putTube(0, 2);
    const leaving = server.world.one(sample, 'tube-1');
    if (leaving) server.world.putRow(sample, { ...leaving, deleted: true });
    server.world.putRow(sample, buildSample({ id: 'tube-', barcode: 'TUBE-NEW' }));
    server.commit();
  };
  expect(await syncOnce(bench)).toBe(true);
  expect(pages).toBeGreaterThan(2);
  expect(await pulledDocuments(bench)).toEqual(comparable(server));
  expect(server.alive().map(({ id }) => id)).not.toContain('tube-1');
  expect((await findByCode(bench, 'TUBE-NEW')).map(({ id }) => id)).toEqual(['tube-']);
  expect(await findByCode(bench, 'TUBE-1')).toEqual([]);
  await bench.close();
});

test('a page that another tab has overtaken changes and removes nothing', async () => {
  const { server, put: putTube } = labWithTubes(3);
  const { line, send } = notedLine(server, actor);
  const name = `same-${deviceCount++}`;
  const options = { name, actor, definition: findBenchOperation };
  const first = await openDevice({ ...options, send });
  await syncOnce(first);
  const start = server.rev;
  const away = server.world.one(sample, 'tube-0');
  if (away) server.world.putRow(sample, { ...away, deleted: true });
  server.commit();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answered: () => void = () => undefined;
  const pageMade = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const through = server.sendAs(actor);
  // The page is created before the other tab stores its data, and arrives after it.
  const slow: Send = async (path, init) => {
    const answer = await through(path, init);
    if (!path.startsWith('/api/sync/feed')) return answer;
    answered();
    await released;
    return answer;
  };
  const second = await openDevice({ ...options, send: slow, secondTab: true });
  const lateSync = syncOnce(second);
  await pageMade;
  putTube(0, 5);
  putTube(1, 5);
  expect(await syncOnce(first)).toBe(true);
  const reached = (await readPosition(first.store.side))?.cursor;
  expect(reached).toBeGreaterThan(start);
  release();
  expect(await lateSync).toBe(true);
  expect((await readPosition(first.store.side))?.cursor).toBe(reached);
  expect(await pulledDocuments(first)).toEqual(comparable(server));
  expect(line.asked.length).toBeGreaterThan(0);
  await second.close();
  await first.close();
});
