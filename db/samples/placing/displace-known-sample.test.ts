import { expect, test } from 'vitest';
import { StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { confirmVolume } from '#db/samples/confirm-volume.ts';
import { displaceSample, moveSample } from './move-sample.ts';

/** Mia scanned both tubes away in the morning; then Ann and Bob went offline with that knowledge. */
async function knownTubes() {
  const bench = new StorageBench();
  for (const id of ['S-1', 'S-2']) bench.tube(id);
  const moveTo = (sampleId: string, containerId: string) =>
    bench.perform(bench.manager, moveSample, { sampleId, containerId, position: 'A1' }, '08:00');
  await moveTo('S-1', 'box');
  await moveTo('S-2', 'box-13');
  bench.goOffline(bench.ann);
  bench.goOffline(bench.bob);
  const displace = () =>
    bench.perform(
      bench.ann,
      displaceSample,
      {
        ...{ sampleId: 'S-2', containerId: 'box', position: 'A1' },
        ...{ occupantId: 'S-1', toContainerId: 'box-13', toPosition: 'B1' },
      },
      '11:00',
    );
  return { bench, displace };
}

test('a tube is displaced although a colleague measured it meanwhile, in either order of arrival', async () => {
  for (const measuredFirst of [true, false]) {
    const { bench, displace } = await knownTubes();
    const measure = () =>
      bench.perform(
        bench.bob,
        confirmVolume,
        { sampleId: 'S-1', remainingVolume: '900', recorded: '1000' },
        '10:00',
      );
    if (measuredFirst) await measure();
    await displace();
    if (!measuredFirst) await measure();
    expect([bench.describePlace('S-1'), bench.describePlace('S-2')]).toEqual(['box-13, B1', 'box, A1']);
    expect(bench.conflicts()).toEqual([]);
  }
});

test('a tube that a colleague scanned elsewhere concurrently stays there', async () => {
  const { bench, displace } = await knownTubes();
  await bench.perform(
    bench.bob,
    moveSample,
    { sampleId: 'S-1', containerId: 'box-13', position: 'C3' },
    '10:00',
  );
  await displace();
  expect(bench.describePlace('S-1')).toBe('box-13, C3');
});
