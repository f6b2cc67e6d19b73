import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { changedCarriers } from '#pwa/replica/store/scan-codes.ts';
import { findBenchOperation } from '#pwa/testing/bench-operations.ts';
import { ModelServer } from '#pwa/testing/model-server.ts';
import { openDevice, syncOnce, type TestReplica } from '#pwa/testing/simulated-device.ts';
import { DeviceTransaction } from './device-transaction.ts';
import { addLayer, emptyLayer, emptyOverlay, putRow } from './overlay.ts';
import { findByCode, readList } from './read-view.ts';

let server: ModelServer;
let bench: TestReplica;
let deviceCount = 0;

beforeEach(async () => {
  server = new ModelServer(findBenchOperation);
  for (let index = 0; index < 5; index++) {
    const id = `tube-${index}`;
    const updatedAt = `2026-11-2${index}T08:00:00.000Z`;
    server.world.putRow(
      sample,
      buildSample({ id, barcode: `T-${index}`, updatedAt, storageLocationId: index < 3 ? 'box-1' : 'box-2' }),
    );
    server.world.putRow(barcode, buildBarcode({ id: `label-${index}`, value: `T-${index}`, targetId: id }));
  }
  server.world.putRow(
    barcode,
    buildBarcode({
      id: 'label-old',
      value: 'OLD-LABEL',
      targetId: 'tube-1',
      aliasOfId: 'label-1',
      active: false,
    }),
  );
  server.commit();
  const actor = buildActor();
  bench = await openDevice({
    name: `view-${deviceCount++}`,
    actor,
    send: server.sendAs(actor),
    definition: findBenchOperation,
  });
  await syncOnce(bench);
});

afterEach(() => bench.close());

const ids = (documents: { id: string }[]) => documents.map(({ id }) => id);
const inBox = (box: string, limit?: number) =>
  readList(bench, 'samples', {
    filter: { storageLocationId: box },
    ...(limit === undefined ? {} : { limit }),
  });
const place = (sampleId: string, containerId: string) =>
  bench.run('place-tube', { sampleId, containerId, position: 'H12' });
const onDevice = () =>
  new DeviceTransaction(bench.base, bench.view.overlay(), {
    at: '2026-11-21T10:00:00.000Z',
    userId: null,
    entity: 'WBL',
  });

describe('reads of a screen', () => {
  test('a list is newest first, and a tube moved offline appears at once in its new box only', async () => {
    expect(ids(await inBox('box-1'))).toEqual(['tube-2', 'tube-1', 'tube-0']);
    await place('tube-1', 'box-2');
    expect(ids(await inBox('box-1'))).toEqual(['tube-2', 'tube-0']);
    expect(ids(await inBox('box-2')).sort()).toEqual(['tube-1', 'tube-3', 'tube-4']);
    expect(ids(await inBox('box-1', 2))).toEqual(['tube-2', 'tube-0']);
    await syncOnce(bench);
    expect(ids(await inBox('box-1'))).toEqual(['tube-2', 'tube-0']);
  });

  test('a list without an index reports an error', async () => {
    await expect(readList(bench, 'samples', { filter: { attempt: 1 } })).rejects.toThrow(
      'has no index on attempt',
    );
  });

  test('a code is found in any spelling, an old label too, and an unknown one is not', async () => {
    expect(ids(await findByCode(bench, ' t-3\n'))).toEqual(['tube-3']);
    expect(ids(await findByCode(bench, 'OLD-LABEL'))).toEqual(['tube-1']);
    expect(await findByCode(bench, 'T-9')).toEqual([]);
    expect(await findByCode(bench, '#Barcode.id=label-1')).toEqual([]);
  });

  test('a label that moved to another tube no longer finds the first', async () => {
    server.world.putRow(
      barcode,
      buildBarcode({ id: 'label-old', value: 'OLD-LABEL', targetId: 'tube-4', active: false }),
    );
    server.commit();
    await syncOnce(bench);
    expect(ids(await findByCode(bench, 'OLD-LABEL'))).toEqual(['tube-4']);
    expect(await bench.store.side.codes.where('code').equals('OLD-LABEL').count()).toBe(1);
  });

  test('a code finds exactly the records that carry it, however many operations wait', async () => {
    for (const id of ['tube-0', 'tube-1', 'tube-2']) await place(id, 'box-2');
    const read = vi.spyOn(bench.base, 'document');
    const [firstMatch, ...more] = await findByCode(bench, 'T-1');
    expect(more).toEqual([]);
    expect(firstMatch?.body['storageLocationId']).toBe('box-2');
    expect(new Set(read.mock.calls.map(([, id]) => id))).toEqual(new Set(['tube-1']));
  });

  test('a code finds tubes that a waiting operation labeled or created', () => {
    const layer = emptyLayer();
    putRow(layer, barcode, buildBarcode({ id: 'label-old', value: 'OLD-LABEL', targetId: 'tube-4' }));
    putRow(layer, sample, buildSample({ id: 'tube-new', barcode: 'T-NEW' }));
    const overlay = emptyOverlay();
    addLayer(overlay, layer);
    expect(changedCarriers(overlay, 'OLD-LABEL')).toContainEqual({ collection: 'samples', id: 'tube-4' });
    expect(changedCarriers(overlay, 'T-NEW')).toEqual([{ collection: 'samples', id: 'tube-new' }]);
    expect(changedCarriers(overlay, 'T-0')).toEqual([]);
  });

  test('a tube that left the scope leaves the device with its codes', async () => {
    server.world.putRow(sample, { ...buildSample({ id: 'tube-0' }), deleted: true });
    server.commit();
    await syncOnce(bench);
    expect(ids(await inBox('box-1'))).toEqual(['tube-2', 'tube-1']);
    expect(await findByCode(bench, 'T-0')).toEqual([]);
  });
});

describe('reads of a rule on a device', () => {
  test('find rows by id and by index, and embedded rows by parent, id and index', async () => {
    const tx = onDevice();
    expect((await tx.get(sample, 'tube-2'))?.barcode).toBe('T-2');
    expect(ids(await tx.find(sample, { storageLocationId: ['box-1', 'box-2'] }))).toHaveLength(5);
    expect((await tx.get(barcode, 'label-2'))?.value).toBe('T-2');
    expect(ids(await tx.find(barcode, { value: 'OLD-LABEL' }))).toEqual(['label-old']);
    expect(ids(await tx.find(barcode, { targetId: 'tube-1' }))).toEqual(['label-1', 'label-old']);
  });

  test('include its own writes, and rows that an operation moved to another parent', async () => {
    const tx = onDevice();
    await tx.patch(barcode, 'label-old', { targetId: 'tube-4' });
    expect(ids(await tx.find(barcode, { targetId: 'tube-1' }))).toEqual(['label-1']);
    expect(ids(await tx.find(barcode, { targetId: 'tube-4' }))).toEqual(['label-4', 'label-old']);
    expect(tx.writtenLayer.departedRows).toEqual([{ collection: 'samples', id: 'tube-1' }]);
  });
});
