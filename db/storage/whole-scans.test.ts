import { describe, expect, it } from 'vitest';
import { type Hand, StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { buildBarcode } from '#db/factories/build-samples.ts';
import type { RuleResult } from '#db/operation.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { barcode } from '#db/samples/barcode.ts';
import { checkOutContainer } from '#db/samples/custody/check-out-sample.ts';
import { disposeSamples } from '#db/samples/disposing/dispose-samples.ts';
import { moveSamples } from '#db/samples/placing/move-samples.ts';
import { sample } from '#db/samples/sample.ts';
import { changeContainer } from './change-container.ts';
import { moveContainer } from './move-container.ts';
import { reRackContainer, scanContainer } from './scan-container.ts';
import { takeStock } from './take-stock.ts';

// A scan is a fact: one disposed tube in a rack of 70 does not void the sighting of the other 69.

const SLOTS = Array.from({ length: 70 }, (_, n) => `${'ABCDEFGH'[n % 8]}${Math.floor(n / 8) + 1}`);
const TUBES = SLOTS.map((_, n) => `T-${n + 1}`);
const DISPOSED_TUBE = 'T-35';

function openRack(): StorageBench {
  const bench = new StorageBench();
  bench.place({
    id: 'rack-70',
    type: 'TUBE_RACK',
    name: 'Rack 70',
    parentId: 'freezer',
    rows: 8,
    columns: 12,
  });
  for (const id of TUBES)
    bench.tube(id, { storageLocationId: 'box-13', storagePosition: null, remainingVolume: '500' });
  return bench;
}

const rows = SLOTS.map((position, n) => ({ position, barcode: TUBES[n] ?? null, read: 'OK' as const }));
const bulkId = 'bulk-70';
const SCANS: Record<string, (bench: StorageBench, hand: Hand, time: string) => Promise<RuleResult>> = {
  'scan-container': (bench, hand, time) =>
    bench.perform(hand, scanContainer, { containerId: 'rack-70', bulkId, rows }, time),
  're-rack-container': (bench, hand, time) =>
    bench.perform(hand, reRackContainer, { containerId: 'rack-70', bulkId, rows }, time),
  'take-stock': (bench, hand, time) => {
    const foundTubes = rows.map(({ position, barcode: code }) => ({
      barcode: code ?? '',
      decision: 'ACCEPT_MOVE' as const,
      position,
    }));
    return bench.perform(
      hand,
      takeStock,
      { containerId: 'rack-70', bulkId, found: foundTubes, missing: [] },
      time,
    );
  },
  'move-samples': (bench, hand, time) => {
    const moves = rows.map(({ position, barcode: code }) => ({
      sampleId: code ?? '',
      containerId: 'rack-70',
      position,
    }));
    return bench.perform(hand, moveSamples, { bulkId, moves }, time);
  },
};
const dispose = (bench: StorageBench, hand: Hand, time: string) =>
  bench.perform(
    hand,
    disposeSamples,
    {
      bulkId: 'end-1',
      sampleIds: [DISPOSED_TUBE],
      reason: 'Leftover',
      reviewerUserId: null,
      reviewerProof: null,
    },
    time,
  );
const placedCount = (bench: StorageBench) =>
  TUBES.filter((id) => bench.sample(id).storageLocationId === 'rack-70').length;

describe.each(Object.keys(SCANS))('%s of a rack of 70 tubes of which a colleague disposed of one', (name) => {
  const scan = SCANS[name] ?? (() => Promise.reject(new Error(name)));

  it.each([
    ['the disposal arrives first', true],
    ['the scan arrives first', false],
  ])('places all others with a conflict about one, when %s', async (_order, disposalFirst) => {
    const bench = openRack();
    bench.goOffline(bench.ann);
    bench.goOffline(bench.bob);
    const actions = [() => dispose(bench, bench.ann, '10:00'), () => scan(bench, bench.bob, '10:05')];
    const verdicts: RuleResult[] = [];
    for (const action of disposalFirst ? actions : actions.toReversed()) verdicts.push(await action());
    expect(verdicts.at(-1)).toMatchObject({ outcome: 'CONFLICT', code: 'DISPOSED_AND_USED' });
    expect(placedCount(bench)).toBe(disposalFirst ? 69 : 70);
    const [conflict, ...more] = bench.conflicts();
    expect(more).toEqual([]);
    expect(conflict?.targetId).toBe(DISPOSED_TUBE);
    expect([conflict?.mine, conflict?.theirs]).toMatchObject([
      { name: disposalFirst ? 'Bob Baker' : 'Ann Archer' },
      { name: disposalFirst ? 'Ann Archer' : 'Bob Baker' },
    ]);
  });

  it.each([
    ['the disposal', true, 'disposed, -', '0'],
    ['the scan', false, `rack-70, ${SLOTS[34]}`, '500'],
  ])(
    'has the same result in both orders when a manager decides that %s is true',
    async (_case, disposed, expectedPlace, volume) => {
      for (const disposalFirst of [true, false]) {
        const bench = openRack();
        bench.goOffline(bench.ann);
        bench.goOffline(bench.bob);
        const actions = [() => dispose(bench, bench.ann, '10:00'), () => scan(bench, bench.bob, '10:05')];
        for (const action of disposalFirst ? actions : actions.toReversed()) await action();
        const conflictId = bench.conflicts()[0]?.id ?? '';
        const choice = disposed === disposalFirst ? 'KEEP_A' : 'KEEP_B';
        await bench.perform(bench.manager, resolveConflict, { conflictId, choice, value: null }, '11:00');
        expect(bench.describePlace(DISPOSED_TUBE)).toBe(expectedPlace);
        expect(bench.sample(DISPOSED_TUBE).remainingVolume).toBe(volume);
        expect(bench.conflicts()).toEqual([]);
      }
    },
  );
});

it.each(['scan-container', 're-rack-container', 'take-stock'])(
  '%s with knowledge of the disposal places the others too, because the tube is there',
  async (name) => {
    const bench = openRack();
    await dispose(bench, bench.ann, '10:00');
    expect(await SCANS[name]?.(bench, bench.bob, '10:05')).toMatchObject({ outcome: 'CONFLICT' });
    expect(placedCount(bench)).toBe(69);
    // Another scan before the decision loses nothing either.
    const secondScan = await bench.perform(
      bench.bob,
      scanContainer,
      { containerId: 'rack-70', bulkId: 'bulk-71', rows },
      '10:10',
    );
    expect(secondScan.outcome).toBe('CONFLICT');
    expect(bench.conflicts()).toHaveLength(1);
  },
);

it('a scan before a later disposal agrees with it, in either order of arrival', async () => {
  for (const disposalFirst of [true, false]) {
    const bench = new StorageBench();
    bench.tube(DISPOSED_TUBE, { storageLocationId: 'box', storagePosition: 'A1' });
    bench.goOffline(bench.ann);
    bench.goOffline(bench.bob);
    const scanRows = [{ position: 'A1', barcode: DISPOSED_TUBE, read: 'OK' as const }];
    const actions = [
      () => bench.perform(bench.bob, scanContainer, { containerId: 'box', bulkId, rows: scanRows }, '09:55'),
      () => dispose(bench, bench.ann, '10:00'),
    ];
    for (const action of disposalFirst ? actions.toReversed() : actions) await action();
    expect(bench.describePlace(DISPOSED_TUBE)).toBe('disposed, -');
    expect(bench.conflicts()).toEqual([]);
  }
});

it('check-out-container takes all other tubes while a conflict about one is open', async () => {
  const bench = new StorageBench();
  bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
  bench.tube(DISPOSED_TUBE, { storageLocationId: 'box', storagePosition: 'A2' });
  bench.goOffline(bench.ann);
  const moved = [{ sampleId: DISPOSED_TUBE, containerId: 'box', position: 'B2' }];
  await bench.perform(bench.bob, moveSamples, { bulkId, moves: moved }, '10:05');
  expect((await dispose(bench, bench.ann, '10:00')).outcome).toBe('CONFLICT');
  const out = await bench.perform(
    bench.bob,
    checkOutContainer,
    { containerId: 'box', purpose: 'BATCH' },
    '10:10',
  );
  expect(out).toMatchObject({ outcome: 'CONFLICT', code: 'SAMPLE_FROZEN' });
  expect(bench.sample('S1').custodianUserId).toBe('user-bob');
  expect(bench.history(DISPOSED_TUBE)).toContain('SAMPLE_CHECKED_OUT');
});

it('check-out-container is stored when a colleague emptied the box meanwhile', async () => {
  const bench = new StorageBench();
  bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
  bench.goOffline(bench.bob);
  const moves = [{ sampleId: 'S1', containerId: 'box-13', position: 'A1' }];
  await bench.perform(bench.ann, moveSamples, { bulkId, moves }, '09:50');
  const out = await bench.perform(
    bench.bob,
    checkOutContainer,
    { containerId: 'box', purpose: 'BATCH' },
    '10:00',
  );
  expect(out).toMatchObject({ outcome: 'APPLIED_WITH_WARNING', message: 'Box 12 holds no samples.' });
  expect(bench.history('box')).toEqual(['CONTAINER_SCANNED']);
});

it.each(['scan-container', 'take-stock', 're-rack-container'])(
  '%s is stored when two labels became labels of one tube meanwhile',
  async (name) => {
    const bench = openRack();
    bench.goOffline(bench.bob);
    // T-36 was received twice: its label is now another one of T-35.
    bench.world.putRow(
      barcode,
      buildBarcode({ value: 'T-36', type: 'SAMPLE', targetId: DISPOSED_TUBE, active: true }),
    );
    bench.world.putRow(
      barcode,
      buildBarcode({ value: DISPOSED_TUBE, type: 'SAMPLE', targetId: DISPOSED_TUBE, active: true }),
    );
    bench.tube('T-36', { deleted: true, duplicateOfSampleId: DISPOSED_TUBE });
    const result = await SCANS[name]?.(bench, bench.bob, '10:05');
    expect(result?.outcome).toBe('APPLIED_WITH_WARNING');
    expect(result?.message).toContain('Look at both tubes.');
    expect(placedCount(bench)).toBe(69);
    expect(bench.describePlace(DISPOSED_TUBE)).toBe(`rack-70, ${SLOTS[34]}`);
  },
);

it.each(['scan-container', 'take-stock', 're-rack-container'])(
  '%s is stored, with a warning, when the place was closed to the role meanwhile',
  async (name) => {
    const bench = openRack();
    bench.goOffline(bench.bob);
    const changes = { restrictedTo: ['LAB_MANAGER' as const] };
    await bench.perform(bench.manager, changeContainer, { containerId: 'rack-70', changes }, '10:00');
    const result = await SCANS[name]?.(bench, bench.bob, '10:05');
    expect(result).toMatchObject({ outcome: 'APPLIED_WITH_WARNING' });
    expect(result?.message).toContain('Your role may not use Rack 70.');
    expect(placedCount(bench)).toBe(70);
    bench.bob.knownVersions = null;
    await expect(SCANS[name]?.(bench, bench.bob, '10:10')).rejects.toThrow('Your role may not use Rack 70.');
  },
);

it('nobody is told that they themselves saw a tube last', async () => {
  const bench = new StorageBench();
  bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
  const other: Hand = { ...bench.ann, deviceId: 'device-ann-2', knownVersions: null };
  bench.goOffline(bench.ann);
  const first = [{ position: 'C3', barcode: 'S1', read: 'OK' as const }];
  await bench.perform(other, scanContainer, { containerId: 'box-13', bulkId, rows: first }, '10:05');
  const lateScan = await bench.perform(
    bench.ann,
    scanContainer,
    { containerId: 'box', bulkId: 'bulk-2', rows: [{ position: 'A1', barcode: 'S1', read: 'OK' as const }] },
    '10:00',
  );
  expect(lateScan.message ?? '').not.toContain('Ann Archer');
  expect(bench.describePlace('S1')).toBe('box-13, C3');
  const moves = bench.world.all(event).filter((one) => one.targetId === 'S1');
  expect(moves).toHaveLength(2);
});

it('a disposal of several tubes is stored when a colleague disposed of one of them meanwhile', async () => {
  const bench = openRack();
  bench.goOffline(bench.ann);
  bench.goOffline(bench.bob);
  await dispose(bench, bench.ann, '10:00');
  const review = { reviewerUserId: null, reviewerProof: null };
  const args = { bulkId: 'end-2', sampleIds: ['T-1', DISPOSED_TUBE, 'T-2'], reason: 'Leftover', ...review };
  expect(await bench.perform(bench.bob, disposeSamples, args, '10:05')).toMatchObject({
    outcome: 'MERGED',
    message: `Sample ${DISPOSED_TUBE} has been disposed of.`,
  });
  for (const id of ['T-1', DISPOSED_TUBE, 'T-2']) expect(bench.describePlace(id)).toBe('disposed, -');
  expect(bench.history(DISPOSED_TUBE)).toEqual(['SAMPLE_DISPOSED', 'SAMPLE_DISPOSED']);
});

it('move-samples is stored when the place was made smaller meanwhile', async () => {
  const bench = openRack();
  bench.goOffline(bench.bob);
  const changes = { capacity: 10 };
  await bench.perform(bench.manager, changeContainer, { containerId: 'rack-70', changes }, '10:00');
  const moved = await SCANS['move-samples']?.(bench, bench.bob, '10:05');
  expect(moved).toMatchObject({
    outcome: 'APPLIED_WITH_WARNING',
    message: 'Rack 70 has 10 free places for 70 samples.',
  });
  expect(placedCount(bench)).toBe(70);
});

it('move-container is stored when a tube of the box was put into quarantine meanwhile', async () => {
  const bench = new StorageBench();
  bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
  bench.goOffline(bench.bob);
  const row = bench.sample('S1');
  bench.world.putRow(sample, { ...row, status: 'RECEIVED_QUARANTINED', version: row.version + 1 });
  const move = { containerId: 'box', parentId: 'rack-5', position: 'A1' };
  expect(await bench.perform(bench.bob, moveContainer, move, '10:05')).toMatchObject({
    outcome: 'APPLIED_WITH_WARNING',
    message: 'Quarantined samples must stay in a quarantine location.',
  });
});
