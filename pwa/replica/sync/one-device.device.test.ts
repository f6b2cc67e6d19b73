import { describe, expect, test } from 'vitest';
import { buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { sample } from '#db/samples/sample.ts';
import { findBenchOperation } from '#pwa/testing/bench-operations.ts';
import { FailingStorage } from '#pwa/testing/chaos-device.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, pulledDocuments, readShown, syncOnce } from '#pwa/testing/simulated-device.ts';
import { readPosition } from './feed-storage.ts';
import type { Send } from './sync-api.ts';

let deviceCount = 0;

function labWithTubes(tubes: number) {
  const server = new ModelServer(findBenchOperation);
  const ids = Array.from({ length: tubes }, (_, index) => `tube-${index}`);
  for (const id of ids) server.world.putRow(sample, buildSample({ id, barcode: id.toUpperCase() }));
  server.commit();
  return { server, ids };
}

const device = (server: ModelServer, overrides: Partial<Parameters<typeof openDevice>[0]> = {}) => {
  const actor = overrides.actor ?? buildActor();
  return openDevice({
    name: `one-${deviceCount++}`,
    actor,
    send: server.sendAs(actor),
    definition: findBenchOperation,
    ...overrides,
  });
};

describe('one device', () => {
  test('an operation is shown at once, waits in the outbox, and is settled by the feed', async () => {
    const { server } = labWithTubes(3);
    const bench = await device(server);
    expect(await syncOnce(bench)).toBe(true);
    const result = await bench.run('place-tube', {
      sampleId: 'tube-0',
      containerId: 'box-1',
      position: 'A1',
    });
    expect(result).toMatchObject({ outcome: 'APPLIED', code: null, message: null, queued: true });
    expect((await readShown(bench, 'samples', 'tube-0'))?.body).toMatchObject({
      storageLocationId: 'box-1',
      storagePosition: 'A1',
    });
    expect((await readShown(bench, 'samples', 'tube-0'))?.body['events']).toHaveLength(1);
    expect(bench.outbox.all()).toMatchObject([{ n: 1, state: 'pending' }]);
    expect(await syncOnce(bench)).toBe(true);
    expect(bench.outbox.all()).toMatchObject([{ n: 1, state: 'settled', outcome: 'APPLIED' }]);
    expect(bench.view.overlay().rows.size).toBe(0);
    expect((await readShown(bench, 'samples', 'tube-0'))?.body).toMatchObject({
      storageLocationId: 'box-1',
      storagePosition: 'A1',
    });
    expect(await pulledDocuments(bench)).toEqual(comparable(server));
    await bench.close();
  });

  test('a refused intent is reported at once and not stored; a conflicting fact is stored', async () => {
    const { server } = labWithTubes(3);
    const bench = await device(server);
    await syncOnce(bench);
    server.world.putRow(sample, buildSample({ id: 'tube-1', barcode: 'TUBE-1', custodianUserId: 'someone' }));
    server.commit();
    await syncOnce(bench);
    expect(await bench.run('claim-tube', { sampleId: 'tube-1' })).toMatchObject({
      outcome: 'REJECTED',
      code: 'CLAIMED',
      queued: false,
    });
    await bench.run('place-tube', { sampleId: 'tube-0', containerId: 'box-1', position: 'A1' });
    const second = await bench.run('place-tube', {
      sampleId: 'tube-2',
      containerId: 'box-1',
      position: 'A1',
    });
    expect(second).toMatchObject({ outcome: 'CONFLICT', queued: true });
    expect(bench.outbox.all()).toHaveLength(2);
    await bench.close();
  });

  test('an answer that is lost after the server accepted the work does not repeat the work', async () => {
    const { server } = labWithTubes(1);
    const actor = buildActor();
    const through = server.sendAs(actor);
    let lose = false;
    const send: Send = async (path, init) => {
      const response = await through(path, init);
      if (lose && path.startsWith('/api/sync/operations')) throw new TypeError('connection reset');
      return response;
    };
    const bench = await device(server, { actor, send });
    await syncOnce(bench);
    await bench.run('count-tube', { sampleId: 'tube-0' });
    lose = true;
    expect(await syncOnce(bench)).toBe(false);
    lose = false;
    expect(bench.outbox.all()).toMatchObject([{ state: 'sent' }]);
    expect(await syncOnce(bench)).toBe(true);
    expect(server.world.one(sample, 'tube-0')?.attempt).toBe(2);
    expect(server.log).toHaveLength(1);
    await bench.close();
  });

  test('a failed write never loses a page: every document arrives, however often the disk fails', async () => {
    const { server, ids } = labWithTubes(40);
    let writes = 0;
    const storage = new FailingStorage({
      fails: (collection) => collection === 'samples' && ++writes % 3 === 1,
    });
    const bench = await device(server, { storage });
    for (let round = 0; round < 30 && !(await syncOnce(bench)); round++);
    for (const id of ids)
      await server.world
        .transaction({ at: '2026-11-21T10:00:00.000Z', userId: null, entity: 'WBL' }, (tx) =>
          tx.patch(sample, id, { attempt: 7 }),
        )
        .then(() => server.commit());
    let last = -1;
    for (let round = 0; round < 60 && !(await syncOnce(bench)); round++) {
      const cursor = (await readPosition(bench.store.side))?.cursor ?? -1;
      expect(cursor).toBeGreaterThanOrEqual(last);
      last = cursor;
    }
    expect(await pulledDocuments(bench)).toEqual(comparable(server));
    await bench.close();
  });

  test('a restart keeps waiting operations, and a clock that was set back does not block them', async () => {
    const { server } = labWithTubes(1);
    let clock = Date.now();
    const name = `restart-${deviceCount++}`;
    const first = await device(server, { name, now: () => clock });
    await syncOnce(first);
    await first.run('count-tube', { sampleId: 'tube-0' });
    await first.close();
    clock -= 3_600_000;
    const second = await device(server, { name, now: () => clock });
    expect((await readShown(second, 'samples', 'tube-0'))?.body['attempt']).toBe(2);
    await second.run('count-tube', { sampleId: 'tube-0' });
    expect(await syncOnce(second)).toBe(true);
    expect(server.log.map(({ n }) => n)).toEqual([1, 2]);
    expect(server.world.one(sample, 'tube-0')?.attempt).toBe(3);
    await second.close();
  });

  test('two tabs give every operation a unique number, without a gap', async () => {
    const { server } = labWithTubes(1);
    const name = `tabs-${deviceCount++}`;
    const leftTab = await device(server, { name });
    await syncOnce(leftTab);
    const right = await device(server, { name, secondTab: true });
    const scan = (tab: typeof leftTab) => tab.run('count-tube', { sampleId: 'tube-0' });
    await Promise.all([scan(leftTab), scan(right), scan(leftTab), scan(right), scan(leftTab), scan(right)]);
    await Promise.all([syncOnce(leftTab), syncOnce(right)]);
    await syncOnce(leftTab);
    expect(server.log.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(server.world.one(sample, 'tube-0')?.attempt).toBe(7);
    await right.close();
    await leftTab.close();
  });

  test('stored operations are sent again once after a restore of the server', async () => {
    const { server } = labWithTubes(1);
    const bench = await device(server);
    await syncOnce(bench);
    await bench.run('count-tube', { sampleId: 'tube-0' });
    await syncOnce(bench);
    await bench.run('count-tube', { sampleId: 'tube-0' });
    await syncOnce(bench);
    const restored = new ModelServer(findBenchOperation);
    restored.world.putRow(sample, buildSample({ id: 'tube-0', barcode: 'TUBE-0' }));
    restored.commit();
    for (const [id, known] of server.devices)
      restored.devices.set(id, { ...known, lastN: 0, verdicts: new Map() });
    Object.assign(server, { world: restored.world, generation: restored.generation, rev: restored.rev });
    Reflect.get(server, 'documents').clear();
    for (const known of server.devices.values()) Object.assign(known, { lastN: 0, verdicts: new Map() });
    Reflect.set(server, 'verdicts', []);
    server.commit();
    await syncOnce(bench);
    await syncOnce(bench);
    expect(server.world.one(sample, 'tube-0')?.attempt).toBe(3);
    expect(await pulledDocuments(bench)).toEqual(comparable(server));
    await bench.close();
  });

  test('only the feed writes the read models', async () => {
    const { server } = labWithTubes(1);
    const bench = await device(server);
    await syncOnce(bench);
    const sampleDocument = await bench.store.readModel('samples').findOne('tube-0').exec();
    await expect(sampleDocument?.patch({ rev: 99 })).rejects.toThrow('Only the feed writes samples');
    await bench.close();
  });
});

const comparable = (server: ModelServer) =>
  server
    .alive()
    .map(({ collection, id, kind, rev, body }) => ({ collection, id, kind, rev, body }))
    .sort((a, b) => (`${a.collection}|${a.id}` < `${b.collection}|${b.id}` ? -1 : 1));
