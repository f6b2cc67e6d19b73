import { describe, expect, it } from 'vitest';
import { StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { checkOutSample } from '#db/samples/custody/check-out-sample.ts';
import { displaceSample, moveSample, swapSamples } from './move-sample.ts';

const to = (sampleId: string, containerId: string, position: string) => ({ sampleId, containerId, position });

describe('case 1, and the precedence of scans: one sample moved to two places, one of them typed', () => {
  it('a scan beats an entry that was typed later without knowledge of it, and the entry stays in the history', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.goOffline(bench.bob);
    await bench.perform(bench.ann, moveSample, to('S1', 'box', 'B2'), '10:00');
    const entry = { ...to('S1', 'box-13', 'C3'), typed: true };
    expect(await bench.perform(bench.bob, moveSample, entry, '10:05')).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      code: 'SCAN_BEATS_TYPED',
      message:
        'Last seen in Box 12, B2 by Ann Archer, who scanned it; your entry was typed. Scan the sample at its location.',
    });
    expect(bench.describePlace('S1')).toBe('box, B2');
    expect(bench.history('S1')).toEqual(['SAMPLE_MOVED', 'SAMPLE_MOVED']);
    await bench.perform(bench.bob, moveSample, to('S1', 'box-13', 'C3'), '10:10');
    expect(bench.describePlace('S1')).toBe('box-13, C3');
  });

  it('a scan beats a typed entry also when the entry arrives first', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.goOffline(bench.ann);
    await bench.perform(bench.bob, moveSample, { ...to('S1', 'box-13', 'C3'), typed: true }, '10:05');
    const scanned = await bench.perform(bench.ann, moveSample, to('S1', 'box', 'B2'), '10:00');
    expect(scanned).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Last seen in Box 13, C3 by Bob Baker',
    });
    expect(bench.describePlace('S1')).toBe('box, B2');
    bench.goOffline(bench.manager);
    const older = await bench.perform(bench.manager, moveSample, to('S1', 'box', 'D4'), '09:55');
    expect(older.message).toBe('Last seen in Box 12, B2 by Ann Archer');
    expect(bench.describePlace('S1')).toBe('box, B2');
  });

  it('an entry typed with knowledge of the scan wins', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    await bench.perform(bench.ann, moveSample, to('S1', 'box', 'B2'), '10:00');
    const entry = { ...to('S1', 'box-13', 'C3'), typed: true };
    expect((await bench.perform(bench.bob, moveSample, entry, '10:05')).outcome).toBe('APPLIED');
    expect(bench.describePlace('S1')).toBe('box-13, C3');
  });

  it('a sample that is displaced or swapped without a scan stays where a colleague has scanned it', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.tube('S2', { storageLocationId: 'box', storagePosition: 'B2' });
    bench.goOffline(bench.bob);
    await bench.perform(bench.ann, moveSample, to('S2', 'box-13', 'C3'), '10:00');
    const displaced = { occupantId: 'S2', toContainerId: 'box', toPosition: 'D4' };
    await bench.perform(bench.bob, displaceSample, { ...to('S1', 'box', 'B2'), ...displaced }, '10:05');
    expect([bench.describePlace('S1'), bench.describePlace('S2')]).toEqual(['box, B2', 'box-13, C3']);
  });

  it('a scan beats a swap by typed codes, even when it arrives later', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.tube('S2', { storageLocationId: 'box', storagePosition: 'B2' });
    bench.goOffline(bench.ann);
    const swap = { sampleId: 'S1', otherSampleId: 'S2', typed: true };
    await bench.perform(bench.bob, swapSamples, swap, '10:05');
    expect([bench.describePlace('S1'), bench.describePlace('S2')]).toEqual(['box, B2', 'box, A1']);
    await bench.perform(bench.ann, moveSample, to('S1', 'box-13', 'C3'), '10:00');
    expect(bench.describePlace('S1')).toBe('box-13, C3');
  });
});

describe('a typed entry with the place where its person saw the tube', () => {
  const displayedPlace = { containerId: 'box', position: 'A1' };
  const entry = { ...to('S1', 'box-13', 'C3'), typed: true, seen: displayedPlace };
  type TestAction = (bench: StorageBench) => Promise<unknown>;
  const typesIt: TestAction = (bench) => bench.perform(bench.bob, moveSample, entry, '10:05');
  const cases: [what: string, other: TestAction, ends: string][] = [
    [
      'a scan in the place that they saw is known to them',
      (bench) => bench.perform(bench.ann, moveSample, to('S1', 'box', 'A1'), '10:00'),
      'box-13, C3',
    ],
    [
      'a scan elsewhere beats the entry',
      (bench) => bench.perform(bench.ann, moveSample, to('S1', 'box', 'B2'), '10:00'),
      'box, B2',
    ],
    [
      'another change of the tube says nothing about its place',
      async (bench) => {
        await bench.perform(bench.ann, checkOutSample, { sampleId: 'S1', purpose: 'QC' }, '10:00');
      },
      'box-13, C3',
    ],
    [
      'a scan after the entry has the last word',
      (bench) => bench.perform(bench.ann, moveSample, to('S1', 'box', 'D4'), '10:10'),
      'box, D4',
    ],
  ];

  for (const [caseName, other, ends] of cases)
    it.each([
      ['before', [other, typesIt]],
      ['after', [typesIt, other]],
    ] as const)(`${caseName}, when it arrives %s the entry`, async (_, arrivals) => {
      const bench = new StorageBench();
      bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
      await bench.perform(bench.manager, moveSample, to('S1', 'box', 'A1'), '09:00');
      bench.goOffline(bench.ann);
      bench.goOffline(bench.bob);
      for (const action of arrivals) await action(bench);
      expect(bench.describePlace('S1')).toBe(ends);
    });
});
