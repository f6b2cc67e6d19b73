import { describe, expect, it } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { checkOutSample } from '#db/samples/custody/check-out-sample.ts';
import { moveSample } from '#db/samples/placing/move-sample.ts';
import { disposeSamples } from './dispose-samples.ts';

const to = (sampleId: string, containerId: string, position: string | null) => ({
  sampleId,
  containerId,
  position,
});
const away = (sampleId: string) => ({
  bulkId: `bulk-${sampleId}`,
  sampleIds: [sampleId],
  reason: 'Leftover',
  reviewerUserId: null,
  reviewerProof: null,
});

describe('case 7: disposed of by one, used by another', () => {
  it('a use that the disposer did not know of withholds the disposal and freezes the sample', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.goOffline(bench.ann);
    await bench.perform(bench.bob, moveSample, to('S1', 'box-13', 'C3'), '10:00');
    const disposal = await bench.perform(bench.ann, disposeSamples, away('S1'), '10:05');
    expect(disposal.outcome).toBe('CONFLICT');
    expect(bench.describePlace('S1')).toBe('box-13, C3');
    await expect(bench.perform(bench.bob, moveSample, to('S1', 'box', 'A1'), '10:10')).rejects.toThrow(
      'Sample S1 is frozen until a manager says whether it was disposed of.',
    );
    const conflictId = bench.conflicts()[0]?.id ?? '';
    await bench.perform(
      bench.manager,
      resolveConflict,
      { conflictId, choice: 'KEEP_B', value: null },
      '11:00',
    );
    expect(bench.describePlace('S1')).toBe('disposed, -');
    expect(bench.sample('S1').remainingVolume).toBe('0');
  });

  it('a use after the disposal is kept as a conflict, and the sample comes back when the use was true', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1', remainingVolume: '750' });
    bench.goOffline(bench.bob);
    expect((await bench.perform(bench.ann, disposeSamples, away('S1'), '10:00')).outcome).toBe('APPLIED');
    expect(bench.describePlace('S1')).toBe('disposed, -');
    const use = await bench.perform(bench.bob, moveSample, to('S1', 'box-13', 'C3'), '10:05');
    expect(use.outcome).toBe('CONFLICT');
    expect(bench.describePlace('S1')).toBe('disposed, -');
    const conflictId = bench.conflicts()[0]?.id ?? '';
    await bench.perform(
      bench.manager,
      resolveConflict,
      { conflictId, choice: 'KEEP_B', value: null },
      '11:00',
    );
    expect(bench.describePlace('S1')).toBe('box-13, C3');
    expect(bench.sample('S1').remainingVolume).toBe('750');
    expect(bench.conflicts()).toEqual([]);
  });

  it('who knows of the disposal is refused', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    await bench.perform(bench.ann, disposeSamples, away('S1'), '10:00');
    const text = 'Sample S1 has been disposed of.';
    await expect(
      bench.perform(bench.bob, checkOutSample, { sampleId: 'S1', purpose: 'QC' }, '10:05'),
    ).rejects.toThrow(text);
    await expect(bench.perform(bench.bob, moveSample, to('S1', 'box', 'A1'), '10:06')).rejects.toThrow(text);
  });

  it('a sample that was batched meanwhile is not disposed of but frozen', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1', version: 1 });
    bench.goOffline(bench.ann);
    bench.world.putRow(batch, buildBatch({ id: 'batch-1', julianId: 'W26325-E01', status: 'IN_PROGRESS' }));
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1', batchId: 'batch-1', version: 2 });
    expect((await bench.perform(bench.ann, disposeSamples, away('S1'), '10:05')).outcome).toBe('CONFLICT');
    expect(bench.conflicts()[0]?.batchId).toBe('batch-1');
  });
});
