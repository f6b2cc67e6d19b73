import { describe, expect, it } from 'vitest';
import { StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { checkInSample, moveSample } from '#db/samples/placing/move-sample.ts';
import { moveContainer } from '#db/storage/move-container.ts';
import { scanContainer } from '#db/storage/scan-container.ts';
import { checkOutSample } from './check-out-sample.ts';

const to = (sampleId: string, containerId: string, position: string | null) => ({
  sampleId,
  containerId,
  position,
});
const read = (position: string, barcode: string) => ({ position, barcode, read: 'OK' as const });

describe('case 1: one sample moved to two places offline', () => {
  it('the later move sets the location and the result tells where the sample was last seen', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.goOffline(bench.bob);
    await bench.perform(bench.ann, moveSample, to('S1', 'box', 'B2'), '10:00');
    const later = await bench.perform(bench.bob, moveSample, to('S1', 'box-13', 'C3'), '10:05');
    expect(later).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Last seen in Box 12, B2 by Ann Archer',
    });
    expect(bench.describePlace('S1')).toBe('box-13, C3');
    expect(bench.history('S1')).toEqual(['SAMPLE_MOVED', 'SAMPLE_MOVED']);
  });

  it('an earlier move that arrives later stays in the chain and leaves the location unchanged', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    await bench.perform(bench.bob, moveSample, to('S1', 'box-13', 'C3'), '10:05');
    const earlier = await bench.perform(bench.ann, moveSample, to('S1', 'box', 'B2'), '10:00');
    expect(earlier).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Last seen in Box 13, C3 by Bob Baker',
    });
    expect(bench.describePlace('S1')).toBe('box-13, C3');
    expect(bench.history('S1')).toHaveLength(2);
  });

  it('moves of one device count in its own order, even when its clock was set back', async () => {
    const bench = new StorageBench();
    bench.tube('S1');
    await bench.perform(bench.ann, moveSample, to('S1', 'box', 'A1'), '10:05');
    const next = await bench.perform(bench.ann, moveSample, to('S1', 'box', 'A2'), '09:00');
    expect(next.outcome).toBe('APPLIED');
    expect(bench.describePlace('S1')).toBe('box, A2');
  });
});

describe('case 2: two samples put into one slot offline', () => {
  it('the first one applied keeps the slot, the other is in the box without a position and the box must be rescanned', async () => {
    const bench = new StorageBench();
    bench.tube('S1');
    bench.tube('S2');
    await bench.perform(bench.ann, moveSample, to('S1', 'box', 'A1'), '10:05');
    const second = await bench.perform(bench.bob, moveSample, to('S2', 'box', 'A1'), '10:00');
    expect(second).toMatchObject({ outcome: 'CONFLICT', message: 'Rescan Box 12' });
    expect(bench.describePlace('S1')).toBe('box, A1');
    expect(bench.describePlace('S2')).toBe('box, -');
    expect(bench.sample('S2').positionConflict).toBe(true);
    expect(bench.conflicts()[0]).toMatchObject({
      action: 'Rescan Box 12',
      mine: { name: 'Bob Baker', label: 'S2 in Box 12, A1' },
      theirs: { name: 'Ann Archer', label: 'S1 in Box 12, A1', occurredAt: '2026-11-21T10:05:00.000Z' },
    });
  });

  it('a later rack scan of the box resolves it', async () => {
    const bench = new StorageBench();
    bench.tube('S1');
    bench.tube('S2');
    await bench.perform(bench.ann, moveSample, to('S1', 'box', 'A1'), '10:00');
    await bench.perform(bench.bob, moveSample, to('S2', 'box', 'A1'), '10:01');
    const rows = [read('A1', 'S2'), read('A2', 'S1')];
    const scan = await bench.perform(
      bench.ann,
      scanContainer,
      { containerId: 'box', bulkId: 'scan-1', rows },
      '10:10',
    );
    expect(scan.outcome).toBe('APPLIED');
    expect([bench.describePlace('S1'), bench.describePlace('S2')]).toEqual(['box, A2', 'box, A1']);
    expect(bench.sample('S2').positionConflict).toBe(false);
    expect(bench.conflicts()).toEqual([]);
  });

  it('a manager gives the slot to the second, and an equal decision combines with it', async () => {
    const bench = new StorageBench();
    bench.tube('S1');
    bench.tube('S2');
    await bench.perform(bench.ann, moveSample, to('S1', 'box', 'A1'), '10:00');
    await bench.perform(bench.bob, moveSample, to('S2', 'box', 'A1'), '10:01');
    const conflictId = bench.conflicts()[0]?.id ?? '';
    const decide = (choice: 'KEEP_A' | 'KEEP_B', time: string) =>
      bench.perform(bench.manager, resolveConflict, { conflictId, choice, value: null }, time);
    expect((await decide('KEEP_B', '11:00')).outcome).toBe('APPLIED');
    expect([bench.describePlace('S1'), bench.describePlace('S2')]).toEqual(['box, -', 'box, A1']);
    expect(await decide('KEEP_B', '11:01')).toMatchObject({ outcome: 'MERGED' });
    await expect(decide('KEEP_A', '11:02')).rejects.toThrow('Mia Manager has decided this already: KEEP_B.');
  });

  it('the entered position of the second must be free', async () => {
    const bench = new StorageBench();
    bench.tube('S1');
    bench.tube('S2');
    await bench.perform(bench.ann, moveSample, to('S1', 'box', 'A1'), '10:00');
    await bench.perform(bench.bob, moveSample, to('S2', 'box', 'A1'), '10:01');
    const conflictId = bench.conflicts()[0]?.id ?? '';
    const enter = (value: string) =>
      bench.perform(bench.manager, resolveConflict, { conflictId, choice: 'ENTER_VALUE', value }, '11:00');
    await expect(enter('A1')).rejects.toThrow('Position A1 in Box 12 is occupied by S1.');
    await enter('A4');
    expect(bench.describePlace('S2')).toBe('box, A4');
    expect(bench.sample('S2').positionConflict).toBe(false);
  });
});

describe('case 3: a box moved by one, a sample put into it by another', () => {
  it('both apply, and the sample is in the box wherever the box is', async () => {
    const bench = new StorageBench();
    bench.tube('S1');
    bench.goOffline(bench.ann);
    bench.goOffline(bench.bob);
    const box = { containerId: 'box', parentId: 'rack-5', position: null };
    expect((await bench.perform(bench.ann, moveContainer, box, '10:00')).outcome).toBe('APPLIED');
    expect((await bench.perform(bench.bob, moveSample, to('S1', 'box', 'A1'), '09:55')).outcome).toBe(
      'APPLIED',
    );
    expect(bench.describePlace('S1')).toBe('box, A1');
    expect(bench.history('box')).toEqual(['CONTAINER_MOVED']);
    expect(bench.history('S1')).toEqual(['SAMPLE_MOVED']);
  });
});

describe('case 4: a rack scan and single moves of the same box', () => {
  const scanOf = (rows: ReturnType<typeof read>[]) => ({ containerId: 'box', bulkId: 'scan-1', rows });

  it('a single move after the scan keeps its effect when the scan arrives later', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    await bench.perform(bench.bob, moveSample, to('S1', 'box-13', 'C3'), '10:05');
    const scan = await bench.perform(bench.ann, scanContainer, scanOf([read('A2', 'S1')]), '10:00');
    expect(scan.outcome).toBe('MERGED');
    expect(bench.describePlace('S1')).toBe('box-13, C3');
  });

  it('a sample put into the box after the scan is not missing from it', async () => {
    const bench = new StorageBench();
    bench.tube('S1');
    bench.tube('S2', { storageLocationId: 'box', storagePosition: 'A2' });
    await bench.perform(bench.bob, moveSample, to('S1', 'box', 'A1'), '10:05');
    const scan = await bench.perform(bench.ann, scanContainer, scanOf([read('A2', 'S2')]), '10:00');
    expect(scan.outcome).toBe('MERGED');
    expect(bench.describePlace('S1')).toBe('box, A1');
    expect(bench.history('S1')).toEqual(['SAMPLE_MOVED']);
  });

  it('a single move before the scan gives way to it when it arrives later', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.tube('S2');
    await bench.perform(bench.ann, scanContainer, scanOf([read('A1', 'S1')]), '10:00');
    const outOfIt = await bench.perform(bench.bob, moveSample, to('S1', 'box-13', 'C3'), '09:50');
    const intoIt = await bench.perform(bench.bob, moveSample, to('S2', 'box', 'A1'), '09:51');
    expect(outOfIt.outcome).toBe('MERGED');
    expect(bench.describePlace('S1')).toBe('box, A1');
    expect(intoIt).toMatchObject({
      outcome: 'MERGED',
      message: 'Box 12 was scanned later by Ann Archer without S2.',
    });
    expect(bench.describePlace('S2')).toBe('box, -');
    expect(bench.history('S2')).toContain('SAMPLE_NOT_FOUND');
  });
});

describe('case 5: one sample checked out twice', () => {
  it('the later check-out takes over the custody and names the earlier holder', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.goOffline(bench.bob);
    await bench.perform(bench.ann, checkOutSample, { sampleId: 'S1', purpose: 'BATCH' }, '10:00');
    const second = await bench.perform(bench.bob, checkOutSample, { sampleId: 'S1', purpose: 'QC' }, '10:05');
    expect(second.outcome).toBe('APPLIED_WITH_WARNING');
    expect(second.message).toBe('Sample S1 was checked out to Ann Archer; it is now checked out to you.');
    expect(bench.sample('S1')).toMatchObject({ custodianUserId: 'user-bob', storagePosition: 'A1' });
    expect(bench.history('S1')).toContain('SAMPLE_CUSTODY_TRANSFERRED');
  });

  it('an earlier check-out that arrives later leaves the sample with the later holder', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.goOffline(bench.ann);
    await bench.perform(bench.bob, checkOutSample, { sampleId: 'S1', purpose: 'QC' }, '10:05');
    const earlier = await bench.perform(
      bench.ann,
      checkOutSample,
      { sampleId: 'S1', purpose: 'BATCH' },
      '10:00',
    );
    expect(earlier).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Sample S1 is checked out to Bob Baker.',
    });
    expect(bench.sample('S1').custodianUserId).toBe('user-bob');
    expect(bench.history('S1')).toHaveLength(2);
  });
});

describe('case 6: checked in by one, checked out later by another', () => {
  it.each([
    ['the check-in arrives first', true],
    ['the check-out arrives first', false],
  ])('the later event wins when %s', async (_, inFirst) => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.goOffline(bench.bob);
    await bench.perform(bench.ann, checkOutSample, { sampleId: 'S1', purpose: 'BATCH' }, '09:00');
    bench.goOffline(bench.ann);
    const back = () => bench.perform(bench.ann, checkInSample, to('S1', 'box', 'B1'), '10:00');
    const out = () => bench.perform(bench.bob, checkOutSample, { sampleId: 'S1', purpose: 'QC' }, '10:05');
    if (inFirst) await back();
    const verdict = await out();
    if (!inFirst) await back();
    expect(verdict.outcome).toBe(inFirst ? 'APPLIED' : 'APPLIED_WITH_WARNING');
    expect(bench.describePlace('S1')).toBe('box, B1');
    expect(bench.sample('S1').custodianUserId).toBe('user-bob');
  });
});
