import { describe, expect, it } from 'vitest';
import { type Hand, StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { checkOutSample } from '#db/samples/custody/check-out-sample.ts';
import { moveSample } from '#db/samples/placing/move-sample.ts';
import { moveSamples } from '#db/samples/placing/move-samples.ts';
import { createContainer, retireContainer } from './create-container.ts';
import { moveContainer } from './move-container.ts';
import { scanContainer } from './scan-container.ts';

const online = (hand: Hand): Hand => ({ ...hand, deviceId: null });
const to = (sampleId: string, containerId: string, position: string | null) => ({
  sampleId,
  containerId,
  position,
});
describe('putting a sample away', () => {
  const bench = () => {
    const bench = new StorageBench();
    bench.tube('S1');
    bench.tube('S2', { storageLocationId: 'box', storagePosition: 'A1' });
    return bench;
  };

  it('an occupied position is refused with its occupant for a person who sees the box online', async () => {
    const it = bench();
    await expect(it.perform(online(it.ann), moveSample, to('S1', 'box', 'A1'), '10:00')).rejects.toThrow(
      'Position A1 in Box 12 is occupied by S2.',
    );
    expect(it.describePlace('S1')).toBe('nowhere, -');
  });

  it('a full place is refused', async () => {
    const it = bench();
    it.place({ id: 'tiny', name: 'Box 1', rows: 1, columns: 1, capacity: 0 });
    await expect(it.perform(online(it.ann), moveSample, to('S1', 'tiny', 'A1'), '10:00')).rejects.toThrow(
      'Box 1 is full.',
    );
  });

  it('a retired box is refused, but a tube that was put there before the device knew is kept', async () => {
    const it = bench();
    const box = it.place({ id: 'old', name: 'Box 9', parentId: 'rack' });
    it.goOffline(it.bob);
    await it.perform(it.manager, retireContainer, { containerId: box.id }, '09:00');
    await expect(it.perform(it.ann, moveSample, to('S1', 'old', 'A1'), '10:00')).rejects.toThrow(
      'Box 9 is retired.',
    );
    const verdict = await it.perform(it.bob, moveSample, to('S1', 'old', 'A1'), '10:00');
    expect(verdict).toMatchObject({ outcome: 'APPLIED_WITH_WARNING', message: 'Box 9 is retired.' });
    expect(it.describePlace('S1')).toBe('old, A1');
  });

  it('a container without positions accepts no position', async () => {
    const it = bench();
    it.place({ id: 'shelf', type: 'SHELF', name: 'Shelf 1', parentId: 'freezer' });
    await expect(it.perform(it.ann, moveSample, to('S1', 'shelf', 'A1'), '10:00')).rejects.toThrow(
      'This container does not hold positions.',
    );
    expect((await it.perform(it.ann, moveSample, to('S1', 'shelf', null), '10:01')).outcome).toBe('APPLIED');
  });

  it('a quarantined sample stays in a quarantine location', async () => {
    const it = bench();
    it.tube('Q1', { status: 'RECEIVED_QUARANTINED' });
    it.place({ id: 'cage', type: 'FREEZER', name: 'Freezer Q', parentId: 'room', quarantine: true });
    it.place({ id: 'q-box', name: 'Box Q', parentId: 'cage' });
    await expect(it.perform(it.ann, moveSample, to('Q1', 'box', 'B1'), '10:00')).rejects.toThrow(
      'Quarantined samples must stay in a quarantine location.',
    );
    expect((await it.perform(it.ann, moveSample, to('Q1', 'q-box', 'A1'), '10:01')).outcome).toBe('APPLIED');
    const leave = it.perform(
      it.ann,
      moveContainer,
      { containerId: 'q-box', parentId: 'rack', position: null },
      '10:02',
    );
    await expect(leave).rejects.toThrow('Quarantined samples must stay in a quarantine location.');
  });

  it('a bulk move that does not fit is refused with the numbers', async () => {
    const it = bench();
    it.place({ id: 'tiny', name: 'Box 1', rows: 1, columns: 2 });
    it.tube('S3', { storageLocationId: 'tiny', storagePosition: 'A1' });
    it.tube('S4');
    const moves = [to('S1', 'tiny', 'A2'), to('S4', 'tiny', 'A1')];
    await expect(
      it.perform(online(it.ann), moveSamples, { bulkId: 'bulk-1', moves }, '10:00'),
    ).rejects.toThrow('Box 1 has 1 free place for 2 samples.');
  });

  it('a place reserved for other roles is refused', async () => {
    const it = bench();
    it.place({ id: 'vault', name: 'Vault', restrictedTo: ['LAB_MANAGER'] });
    await expect(it.perform(it.ann, moveSample, to('S1', 'vault', 'A1'), '10:00')).rejects.toThrow(
      'Your role may not use Vault.',
    );
    expect((await it.perform(it.manager, moveSample, to('S1', 'vault', 'A1'), '10:00')).outcome).toBe(
      'APPLIED',
    );
  });
});

describe('the storage tree', () => {
  const move = (containerId: string, parentId: string, position: string | null = null) => ({
    containerId,
    parentId,
    position,
  });

  it('places are allowed only in parents of the table', async () => {
    const bench = new StorageBench();
    await expect(bench.perform(bench.ann, moveContainer, move('box', 'room'), '10:00')).rejects.toThrow(
      'Box cannot be placed in Room.',
    );
    await expect(bench.perform(bench.ann, moveContainer, move('disposed', 'room'), '10:00')).rejects.toThrow(
      'Disposed cannot be moved.',
    );
  });

  it('of two boxes in one place of a rack the first has it, and the rack must be rescanned', async () => {
    const bench = new StorageBench();
    await bench.perform(bench.ann, moveContainer, move('box', 'rack-5', 'A1'), '10:00');
    const second = await bench.perform(bench.bob, moveContainer, move('box-13', 'rack-5', 'A1'), '10:01');
    const [clash] = bench.world.all(syncConflict);
    expect(clash, 'both people are named').toMatchObject({
      theirs: { name: bench.ann.actor.name, occurredAt: '2026-11-21T10:00:00.000Z' },
      mine: { name: bench.bob.actor.name },
    });
    expect(second).toMatchObject({ outcome: 'CONFLICT', message: 'Rescan Rack 5' });
    await expect(
      bench.perform(online(bench.bob), moveContainer, move('box-13', 'rack-5', 'A1'), '10:02'),
    ).rejects.toThrow('Position A1 in Rack 5 is occupied by Box 12.');
  });

  it('a box that was moved twice is where the later move put it', async () => {
    const bench = new StorageBench();
    await bench.perform(bench.bob, moveContainer, move('box', 'rack-5'), '10:05');
    const earlier = await bench.perform(bench.ann, moveContainer, move('box', 'rack'), '10:00');
    expect(earlier).toMatchObject({
      outcome: 'APPLIED_WITH_WARNING',
      message: 'Last seen in Rack 5 by Bob Baker',
    });
  });

  it('a new box gets its grid and its label; names and labels are unique', async () => {
    const bench = new StorageBench();
    const box = {
      containerId: 'new',
      type: 'BOX' as const,
      name: 'Box 20',
      parentId: 'rack',
      position: null,
      barcode: 'box-20',
      rows: null,
      columns: null,
      capacity: null,
      temperature: null,
      restrictedTo: [],
      quarantine: false,
    };
    expect((await bench.perform(bench.manager, createContainer, box, '10:00')).outcome).toBe('APPLIED');
    await expect(
      bench.perform(bench.manager, createContainer, { ...box, containerId: 'n2' }, '10:01'),
    ).rejects.toThrow('Barcode BOX-20 is already in use.');
    await expect(
      bench.perform(bench.manager, createContainer, { ...box, containerId: 'n2', barcode: null }, '10:01'),
    ).rejects.toThrow('Rack 4 already has a location named Box 20.');
    await expect(
      bench.perform(bench.ann, createContainer, { ...box, containerId: 'n3' }, '10:02'),
    ).rejects.toThrow('permission');
  });

  it('a box with samples cannot be retired', async () => {
    const bench = new StorageBench();
    bench.tube('S1', { storageLocationId: 'box', storagePosition: 'A1' });
    await expect(
      bench.perform(bench.manager, retireContainer, { containerId: 'box' }, '10:00'),
    ).rejects.toThrow('Move the 1 samples out of Box 12 first.');
  });
});

describe('a rack scan', () => {
  const row = (position: string, barcode: string | null, read: 'OK' | 'NO_READ' | 'EMPTY' = 'OK') => ({
    position,
    barcode,
    read,
  });
  const scan = (rows: ReturnType<typeof row>[]) => ({ containerId: 'box', bulkId: 'scan-1', rows });

  it('lists unknown codes, keeps and flags unread tubes, and marks absent tubes as not found', async () => {
    const bench = new StorageBench();
    bench.tube('S01', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.tube('S02', { storageLocationId: 'box', storagePosition: 'A2' });
    bench.tube('S03', { storageLocationId: 'box', storagePosition: 'A3' });
    bench.tube('S04', { storageLocationId: 'box-13', storagePosition: 'C1' });
    const rows = [row('A1', 'XYZ-1'), row('A2', null, 'NO_READ'), row('A4', 's04')];
    const verdict = await bench.perform(bench.ann, scanContainer, scan(rows), '10:00');
    expect(verdict.outcome).toBe('APPLIED_WITH_WARNING');
    expect(verdict.message).toBe('Unknown codes: XYZ-1 (A1). Not read: A2. Expected but not seen: S01, S03.');
    expect(bench.describePlace('S02')).toBe('box, A2');
    expect(bench.sample('S02').positionConflict).toBe(true);
    expect(bench.describePlace('S04')).toBe('box, A4');
    expect(bench.describePlace('S01')).toBe('box, -');
    expect(bench.history('S01')).toEqual(['SAMPLE_NOT_FOUND']);
  });

  it('refuses positions that the box does not have and tubes that appear twice', async () => {
    const bench = new StorageBench();
    await expect(bench.perform(bench.ann, scanContainer, scan([row('K1', 'AAA')]), '10:00')).rejects.toThrow(
      'Position K1 is not one of A1 to I9.',
    );
    await expect(
      bench.perform(bench.ann, scanContainer, scan([row('A1', 'AAA'), row('A2', 'aaa ')]), '10:00'),
    ).rejects.toThrow('Tube AAA is at A1 and at A2.');
  });

  it('keeps the reserved slot of a checked-out sample when the slot is empty', async () => {
    const bench = new StorageBench();
    bench.tube('S01', { storageLocationId: 'box', storagePosition: 'A1' });
    await bench.perform(bench.ann, checkOutSample, { sampleId: 'S01', purpose: 'QC' }, '09:00');
    const verdict = await bench.perform(bench.bob, scanContainer, scan([row('A1', null, 'EMPTY')]), '10:00');
    expect(verdict.outcome).toBe('APPLIED');
    expect(bench.describePlace('S01')).toBe('box, A1');
    expect(bench.sample('S01').custodianUserId).toBe('user-ann');
  });
});
