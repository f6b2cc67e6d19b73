import { expect, test } from 'vitest';
import { StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { event } from '#db/records/events/event.ts';
import { checkOutSample } from '#db/samples/custody/check-out-sample.ts';
import { transferCustody } from '#db/samples/custody/transfer-custody.ts';
import { checkInSample } from '#db/samples/placing/move-sample.ts';
import { takenOverFrom } from './taken-over-notice.tsx';

const findTakeover = (bench: StorageBench, userId: string) =>
  takenOverFrom(
    userId,
    bench.sample('S1'),
    bench.world.all(event).filter(({ targetId }) => targetId === 'S1'),
  );

test('case 5: the earlier custodian sees who checked the sample out later, until it comes back', async () => {
  const bench = new StorageBench();
  bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
  bench.goOffline(bench.bob);
  await bench.perform(bench.ann, checkOutSample, { sampleId: 'S1', purpose: 'BATCH' }, '10:00');
  expect(findTakeover(bench, 'user-ann')).toBeNull();
  await bench.perform(bench.bob, checkOutSample, { sampleId: 'S1', purpose: 'QC' }, '10:05');
  expect(findTakeover(bench, 'user-ann')).toMatchObject({ barcode: 'S1', by: 'Bob Baker' });
  expect(findTakeover(bench, 'user-bob')).toBeNull();
  const back = { sampleId: 'S1', containerId: 'box', position: 'A1' };
  await bench.perform(bench.bob, checkInSample, back, '10:30');
  expect(findTakeover(bench, 'user-ann')).toBeNull();
});

test('a user who hands a sample over gets no notice', async () => {
  const bench = new StorageBench();
  bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
  await bench.perform(bench.ann, checkOutSample, { sampleId: 'S1', purpose: 'BATCH' }, '10:00');
  await bench.perform(bench.ann, transferCustody, { sampleId: 'S1', toUserId: 'user-bob' }, '10:05');
  expect(bench.sample('S1').custodianUserId).toBe('user-bob');
  expect(findTakeover(bench, 'user-ann')).toBeNull();
});
