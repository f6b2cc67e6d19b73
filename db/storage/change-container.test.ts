import { describe, expect, it } from 'vitest';
import { StorageBench } from '#db/factories/benches/build-storage-bench.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { event } from '#db/records/events/event.ts';
import { changeContainer } from './change-container.ts';
import { createContainer, retireContainer } from './create-container.ts';
import { storageManagement } from './storage-management.ts';

const change = (changes: Record<string, unknown>, containerId = 'box') => ({ containerId, changes });
const box = (bench: StorageBench, id = 'box') =>
  bench.world.all(storageManagement).find((one) => one.id === id);

describe('a change of a place', () => {
  it('changes only the named fields', async () => {
    const bench = new StorageBench();
    const before = box(bench);
    await bench.perform(
      bench.ann,
      changeContainer,
      change({ name: 'Box 99', restrictedTo: ['LAB_TECH'] }),
      '10:00',
    );
    expect(box(bench)).toMatchObject({ name: 'Box 99', restrictedTo: ['LAB_TECH'] });
    expect(box(bench)?.capacity).toBe(before?.capacity);
  });

  it('records one event with the person and the old and new values', async () => {
    const bench = new StorageBench();
    const before = box(bench);
    await bench.perform(bench.ann, changeContainer, change({ name: 'Box 99', capacity: 40 }), '10:00');
    const updateEvents = bench.world.all(event).filter((one) => one.type === 'CONTAINER_UPDATED');
    expect(updateEvents).toMatchObject([{ targetType: 'StorageManagement', targetId: 'box' }]);
    expect(updateEvents[0]?.data).toMatchObject({
      from: { name: before?.name, capacity: before?.capacity },
      to: { name: 'Box 99', capacity: 40 },
      by: bench.ann.actor.name,
    });
    expect(Object.keys(updateEvents[0]?.data['to'] ?? {})).toEqual(['name', 'capacity']);
  });

  it('keeps the later of two names, in either order of arrival, and both of two other changes', async () => {
    for (const order of [
      ['10:00', '11:00'],
      ['11:00', '10:00'],
    ] as const) {
      const bench = new StorageBench();
      const changes = {
        '10:00': { name: 'Box early', capacity: 40 },
        '11:00': { name: 'Box late' },
      };
      for (const time of order) await bench.perform(bench.ann, changeContainer, change(changes[time]), time);
      expect(box(bench)).toMatchObject({ name: 'Box late', capacity: 40 });
    }
  });

  it('refuses a name that exists in the same place', async () => {
    const bench = new StorageBench();
    const other = box(bench, 'box-13');
    bench.world.putRow(storageManagement, {
      ...buildStorageManagement(other),
      parentId: box(bench)?.parentId ?? null,
    });
    const twice = bench.perform(bench.ann, changeContainer, change({ name: other?.name }), '10:00');
    await expect(twice).rejects.toThrow(`already has a location named ${other?.name}.`);
  });

  it('keeps the capacity between the contents and the grid size', async () => {
    const bench = new StorageBench();
    bench.tube('S-1', { storageLocationId: 'box', storagePosition: 'A1' });
    bench.tube('S-2', { storageLocationId: 'box', storagePosition: 'A2' });
    const capacity = (value: number) =>
      bench.perform(bench.ann, changeContainer, change({ capacity: value }), '10:00');
    await expect(capacity(1)).rejects.toThrow('Box 12 already holds 2. Enter 2 or more.');
    await expect(capacity(82)).rejects.toThrow('9 × 9 positions hold at most 81.');
    expect((await capacity(40)).outcome).toBe('APPLIED');
  });

  it('keeps a quarantine place while it has quarantined samples', async () => {
    const bench = new StorageBench();
    const row = box(bench);
    if (row) bench.world.putRow(storageManagement, { ...row, quarantine: true });
    bench.tube('S-1', { storageLocationId: 'box', status: 'RECEIVED_QUARANTINED' });
    const open = bench.perform(bench.ann, changeContainer, change({ quarantine: false }), '10:00');
    await expect(open).rejects.toThrow('Quarantined samples must stay in a quarantine location.');
  });

  it('is refused for a retired place', async () => {
    const bench = new StorageBench();
    await bench.perform(
      bench.ann,
      retireContainer,
      { containerId: 'box-13', reason: 'Cracked lid' },
      '10:00',
    );
    const updateEvents = bench.world.all(event).find((one) => one.type === 'CONTAINER_RETIRED');
    expect(updateEvents?.data['reason']).toBe('Cracked lid');
    const rename = bench.perform(bench.ann, changeContainer, change({ name: 'New' }, 'box-13'), '10:05');
    await expect(rename).rejects.toThrow('is retired.');
  });
});

it('refuses a new box with more capacity than positions', async () => {
  const bench = new StorageBench();
  const args = {
    containerId: 'new-box',
    type: 'BOX' as const,
    name: 'New box',
    parentId: box(bench)?.parentId ?? null,
    position: null,
    barcode: null,
    rows: 5,
    columns: 5,
    capacity: 26,
    temperature: null,
    restrictedTo: [],
    quarantine: false,
  };
  await expect(bench.perform(bench.manager, createContainer, args, '10:00')).rejects.toThrow(
    '5 × 5 positions hold at most 25.',
  );
});
