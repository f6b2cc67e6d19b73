import { describe, expect, it } from 'vitest';
import type { AnyEntity } from '#db/entity.ts';
import { event } from '#db/records/events/event.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { TransactionReadCache } from './transaction-read-cache.ts';

describe('the read cache of one transaction', () => {
  function lab() {
    const cache = new TransactionReadCache();
    let readCount = 0;
    const read = (entity: AnyEntity, filter: Record<string, unknown>, rows: Record<string, unknown>[]) =>
      cache.read(entity, filter, async () => {
        readCount += 1;
        return { rows };
      });
    return { held: cache, read, asked: () => readCount };
  }
  const freezer = { id: 'freezer-1', name: 'Freezer 1', rev: 4 };

  it('reads a freezer and its events once', async () => {
    const { read, asked: readCount } = lab();
    await read(storageManagement, { id: 'freezer-1' }, [freezer]);
    await read(event, { targetId: 'freezer-1' }, []);
    expect(await read(storageManagement, { id: 'freezer-1' }, [])).toEqual([freezer]);
    await read(event, { targetId: 'freezer-1' }, []);
    expect(readCount()).toBe(2);
  });

  it('reads a tube and its events for every operation', async () => {
    const { read, asked: readCount } = lab();
    await read(sample, { id: 'tube-1' }, [{ id: 'tube-1' }]);
    await read(sample, { id: 'tube-1' }, [{ id: 'tube-1' }]);
    await read(event, { targetId: 'tube-1' }, []);
    await read(event, { targetId: 'tube-1' }, []);
    expect(readCount()).toBe(4);
  });

  it.each([
    ['a freezer that was changed', storageManagement, { id: 'freezer-1' }],
    ['a freezer that stands in another room now', storageManagement, { id: 'shelf-7' }],
    ['a freezer with a new event', event, { id: 'event-1', targetId: 'freezer-1' }],
  ])('%s is read again', async (_, entity, row) => {
    const { held: cache, read } = lab();
    await read(storageManagement, { id: 'freezer-1' }, [freezer]);
    cache.invalidate(entity, row);
    const changed = { ...freezer, rev: 5 };
    expect(await read(storageManagement, { id: 'freezer-1' }, [changed])).toEqual([changed]);
  });

  it('keeps the freezer when a tube from it changes', async () => {
    const { held: cache, read, asked: readCount } = lab();
    await read(storageManagement, { id: 'freezer-1' }, [freezer]);
    cache.invalidate(sample, { id: 'tube-1', storageLocationId: 'freezer-1' });
    cache.invalidate(event, {
      id: 'event-1',
      targetId: 'tube-1',
      data: { from: { containerId: 'freezer-1' } },
    });
    await read(storageManagement, { id: 'freezer-1' }, []);
    expect(readCount()).toBe(1);
  });
});
