import { describe, expect, it } from 'vitest';
import { StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { checkOutContainer, checkOutSample } from '#db/samples/custody/check-out-sample.ts';
import { missingSince } from '#db/samples/custody/custody-of.ts';
import { disposeSamples } from '#db/samples/disposing/dispose-samples.ts';
import { scanContainer } from '#db/storage/scan-container.ts';
import { takeStock } from '#db/storage/take-stock.ts';
import { moveSample } from './move-sample.ts';
import { moveSamples, undoMove } from './move-samples.ts';

// A bulk move brought S1 from box, A1 to box-13, B1. Bob undoes it, and somebody else changes S1 or one of
// the boxes without knowledge of that. The clock decides which of the two counts, in both orders of arrival
// (domain 5.1, b).

type TestAction = (bench: StorageBench, time: string) => Promise<unknown>;

const undoes: TestAction = (bench, time) =>
  bench.perform(bench.bob, undoMove, { bulkId: 'bulk', sampleIds: ['S1'], untouched: ['S1'] }, time);

async function openBench(): Promise<StorageBench> {
  const bench = new StorageBench();
  bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
  bench.tube('S2', { storageLocationId: 'box-13', storagePosition: 'C1' });
  const moves = [{ sampleId: 'S1', containerId: 'box-13', position: 'B1' }];
  await bench.perform(bench.bob, moveSamples, { bulkId: 'bulk', moves }, '08:00');
  for (const hand of [bench.ann, bench.bob, bench.manager]) bench.goOffline(hand);
  return bench;
}

const scannedRow = (position: string, barcode: string) => ({ position, barcode, read: 'OK' as const });
const scans =
  (containerId: string, ...rows: ReturnType<typeof scannedRow>[]): TestAction =>
  (bench, time) =>
    bench.perform(bench.ann, scanContainer, { containerId, bulkId: 'scan', rows }, time);

const OTHER_ACTIONS: Record<string, TestAction> = {
  'takes the box out': (bench, time) =>
    bench.perform(bench.ann, checkOutContainer, { containerId: 'box-13', purpose: 'QC' }, time),
  'takes the tube out': (bench, time) =>
    bench.perform(bench.ann, checkOutSample, { sampleId: 'S1', purpose: 'QC' }, time),
  'moves the tube': (bench, time) =>
    bench.perform(bench.ann, moveSample, { sampleId: 'S1', containerId: 'box-13', position: 'D4' }, time),
  'scans the box with it': scans('box-13', scannedRow('B1', 'S1'), scannedRow('C1', 'S2')),
  'scans the box without it': scans('box-13', scannedRow('C1', 'S2')),
  'scans its old box without it': scans('box', scannedRow('B2', 'S2')),
  'does not find it when counting': (bench, time) =>
    bench.perform(
      bench.ann,
      takeStock,
      { containerId: 'box-13', bulkId: 'count', found: [], missing: ['S1'] },
      time,
    ),
};

const stateOf = (bench: StorageBench): string => {
  const events = bench.world.all(event).filter(({ targetId }) => targetId === 'S1');
  const custodianId = bench.sample('S1').custodianUserId;
  return [
    bench.describePlace('S1'),
    ...(custodianId ? [custodianId] : []),
    ...(missingSince(events) ? ['missing'] : []),
  ].join(' ');
};

const BEFORE = '09:30';
const UNDONE = '10:00';
const AFTER = '10:30';

describe.each([
  ['before the undo', false],
  ['after the undo', true],
])("when Ann's change without knowledge of an undo arrives %s", (_order, undoFirst) => {
  const arrive = async (actionName: string, time: string): Promise<string> => {
    const bench = await openBench();
    const other = OTHER_ACTIONS[actionName];
    const actions = [() => other?.(bench, time), () => undoes(bench, UNDONE)];
    for (const action of undoFirst ? actions.toReversed() : actions) await action();
    return stateOf(bench);
  };

  it.each([
    ['takes the box out', BEFORE, 'box, A1'],
    ['takes the box out', AFTER, 'box, A1'],
    ['takes the tube out', BEFORE, 'box, A1 user-ann'],
    ['takes the tube out', AFTER, 'box, A1 user-ann'],
    ['moves the tube', BEFORE, 'box-13, D4'],
    ['moves the tube', AFTER, 'box-13, D4'],
    ['scans the box with it', BEFORE, 'box, A1'],
    ['scans the box with it', AFTER, 'box-13, B1'],
    ['scans the box without it', BEFORE, 'box, A1'],
    ['scans the box without it', AFTER, 'box, A1'],
    ['scans its old box without it', BEFORE, 'box, A1'],
    ['scans its old box without it', AFTER, 'box, - missing'],
    ['does not find it when counting', BEFORE, 'box, A1'],
    ['does not find it when counting', AFTER, 'box, A1'],
  ])('Ann %s at %s: S1 ends in %s', async (actionName, time, ends) => {
    expect(await arrive(actionName, time)).toBe(ends);
  });

  it.each([BEFORE, AFTER])(
    'a slot that another tube got at %s is a conflict between the two',
    async (time) => {
      const bench = await openBench();
      const moveArgs = { sampleId: 'S2', containerId: 'box', position: 'A1' };
      const actions = [
        () => bench.perform(bench.ann, moveSample, moveArgs, time),
        () => undoes(bench, UNDONE),
      ];
      for (const action of undoFirst ? actions.toReversed() : actions) await action();
      expect(bench.conflicts()).toMatchObject([{ kind: 'slot-taken', status: 'OPEN' }]);
      expect([bench.describePlace('S1'), bench.describePlace('S2')].sort()).toEqual(['box, -', 'box, A1']);
    },
  );

  it.each([BEFORE, AFTER])(
    'a decision at %s that gave its position to another tube leaves it without a position',
    async (time) => {
      const bench = await openBench();
      bench.tube('S3');
      await bench.perform(
        bench.ann,
        moveSample,
        { sampleId: 'S3', containerId: 'box-13', position: 'B1' },
        '09:00',
      );
      const [conflict] = bench.conflicts();
      const args = { conflictId: conflict?.id ?? '', choice: 'KEEP_B' as const, value: null };
      const actions = [
        () => bench.perform(bench.manager, resolveConflict, args, time),
        () => undoes(bench, UNDONE),
      ];
      for (const action of undoFirst ? actions.toReversed() : actions) await action();
      expect([bench.describePlace('S1'), bench.describePlace('S3')]).toEqual(['box, A1', 'box-13, B1']);
    },
  );
});

it('a tube that left the lab, or whose later change the person saw, is not returned', async () => {
  const bench = await openBench();
  const review = { reviewerUserId: null, reviewerProof: null };
  const end = { bulkId: 'end', sampleIds: ['S1'], reason: 'Leftover', ...review };
  await bench.perform(bench.ann, disposeSamples, end, BEFORE);
  expect(await undoes(bench, UNDONE)).toMatchObject({
    message: '0 of 1 put back. Not put back: S1 (left the lab).',
  });
  const touched = await openBench();
  const undo = { bulkId: 'bulk', sampleIds: ['S1'], untouched: [] };
  expect((await touched.perform(touched.bob, undoMove, undo, UNDONE)).message).toBe(
    '0 of 1 put back. Not put back: S1 (changed since).',
  );
});
