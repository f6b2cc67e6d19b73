import { describe, expect, it } from 'vitest';
import type { AnyEntity } from '#db/entity.ts';
import { event } from '#db/records/event.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { TransactionReadCache } from './transaction-read-cache.ts';

describe('what acts of one transaction have read', () => {
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

  it('a freezer and its events are read once', async () => {
    const { read, asked: readCount } = lab();
    await read(storageManagement, { id: 'freezer-1' }, [freezer]);
    await read(event, { targetId: 'freezer-1' }, []);
    expect(await read(storageManagement, { id: 'freezer-1' }, [])).toEqual([freezer]);
    await read(event, { targetId: 'freezer-1' }, []);
    expect(readCount()).toBe(2);
  });

  it('a tube and its events are read for every act', async () => {
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

  it('a tube that came from the freezer leaves the freezer as it was read', async () => {
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
