import { describe, expect, it } from 'vitest';
import { StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { confirmVolume } from './confirm-volume.ts';
import { Volume } from './volume.ts';

function tubeWith(remainingVolume: string | null): StorageBench {
  const bench = new StorageBench();
  bench.tube('S-1', {
    storageLocationId: 'box',
    storagePosition: 'A1',
    remainingVolume,
    initialVolume: null,
  });
  return bench;
}
const volumeArgs = (remainingVolume: string, recorded: string | null) => ({
  sampleId: 'S-1',
  remainingVolume,
  recorded,
});

describe('the volume of a returned tube', () => {
  it('is booked as a use, with its event', async () => {
    const bench = tubeWith('50');
    expect((await bench.perform(bench.ann, confirmVolume, volumeArgs('42.5', '50'), '10:00')).outcome).toBe(
      'APPLIED',
    );
    expect(bench.sample('S-1').remainingVolume).toBe('42.5');
  });

  it('adds up the uses of two people, and informs the second', async () => {
    const bench = tubeWith('50');
    await bench.perform(bench.bob, confirmVolume, volumeArgs('40', '50'), '10:00');
    const verdict = await bench.perform(bench.ann, confirmVolume, volumeArgs('45', '50'), '10:05');
    expect(verdict).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Somebody else drew from S-1 meanwhile: 35 µL are left.',
    });
    expect(bench.sample('S-1').remainingVolume).toBe('35');
  });

  it('is stored as measured when none was recorded', async () => {
    const bench = tubeWith(null);
    expect((await bench.perform(bench.ann, confirmVolume, volumeArgs('30', null), '10:00')).outcome).toBe(
      'APPLIED',
    );
    expect(bench.sample('S-1')).toMatchObject({ remainingVolume: '30', initialVolume: '30' });
  });

  it('is stored with a warning when it exceeds the recorded volume', async () => {
    const bench = tubeWith('50');
    const verdict = await bench.perform(bench.ann, confirmVolume, volumeArgs('60', '50'), '10:00');
    expect(verdict.message).toBe(
      'S-1 holds more than was recorded: 60 µL instead of 50 µL. Check the reading.',
    );
    expect(bench.sample('S-1').remainingVolume).toBe('60');
  });

  it('is a number in µL, not negative', () => {
    for (const validVolume of ['0', '12', '12.5', '0.125', '1000000'])
      expect(Volume.safeParse(validVolume).success).toBe(true);
    for (const invalidVolume of ['', '-1', '1.2345', '1000001', '12 µL', '1e3', '.5'])
      expect(Volume.safeParse(invalidVolume).success).toBe(false);
  });

  it('does not exist for a tube that left the lab', async () => {
    const bench = tubeWith('50');
    bench.tube('S-1', { storageLocationId: 'disposed' });
    await expect(bench.perform(bench.ann, confirmVolume, volumeArgs('10', '50'), '10:00')).rejects.toThrow(
      'Sample S-1 has been disposed of.',
    );
  });
});
