import { describe, expect, it } from 'vitest';
import type { AnyEntity } from '#db/entity.ts';
import { event } from '#db/records/event.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { HeldReads } from './held-reads.ts';

describe('what acts of one transaction have read', () => {
  function lab() {
    const held = new HeldReads();
    let asked = 0;
    const read = (entity: AnyEntity, where: Record<string, unknown>, rows: Record<string, unknown>[]) =>
      held.read(entity, where, async () => {
        asked += 1;
        return { rows };
      });
    return { held, read, asked: () => asked };
  }
  const freezer = { id: 'freezer-1', name: 'Freezer 1', rev: 4 };

  it('a freezer and its events are read once', async () => {
    const { read, asked } = lab();
    await read(storageManagement, { id: 'freezer-1' }, [freezer]);
    await read(event, { targetId: 'freezer-1' }, []);
    expect(await read(storageManagement, { id: 'freezer-1' }, [])).toEqual([freezer]);
    await read(event, { targetId: 'freezer-1' }, []);
    expect(asked()).toBe(2);
  });

  it('a tube and its events are read for every act', async () => {
    const { read, asked } = lab();
    await read(sample, { id: 'tube-1' }, [{ id: 'tube-1' }]);
    await read(sample, { id: 'tube-1' }, [{ id: 'tube-1' }]);
    await read(event, { targetId: 'tube-1' }, []);
    await read(event, { targetId: 'tube-1' }, []);
    expect(asked()).toBe(4);
  });

  it.each([
    ['a freezer that was changed', storageManagement, { id: 'freezer-1' }],
    ['a freezer that stands in another room now', storageManagement, { id: 'shelf-7' }],
    ['a freezer with a new event', event, { id: 'event-1', targetId: 'freezer-1' }],
  ])('%s is read again', async (_, entity, row) => {
    const { held, read } = lab();
    await read(storageManagement, { id: 'freezer-1' }, [freezer]);
    held.written(entity, row);
    const changed = { ...freezer, rev: 5 };
    expect(await read(storageManagement, { id: 'freezer-1' }, [changed])).toEqual([changed]);
  });

  it('a tube that came from the freezer leaves the freezer as it was read', async () => {
    const { held, read, asked } = lab();
    await read(storageManagement, { id: 'freezer-1' }, [freezer]);
    held.written(sample, { id: 'tube-1', storageLocationId: 'freezer-1' });
    held.written(event, { id: 'event-1', targetId: 'tube-1', data: { from: { containerId: 'freezer-1' } } });
    await read(storageManagement, { id: 'freezer-1' }, []);
    expect(asked()).toBe(1);
  });
});
