import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attempt } from '#db/attempt.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import type { BaseReader } from '#pwa/replica/operations/base-reader.ts';
import { DeviceTransaction } from '#pwa/replica/operations/device-transaction.ts';
import { emptyOverlay } from '#pwa/replica/operations/overlay.ts';
import { createPrefetcher, startReadCache } from '#sync-server/postgres/acceleration/acceleration.ts';
import { insertRow, selectAncestors } from '#sync-server/postgres/entity-store.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

const at = '2026-11-21T10:00:00.000Z';
const stamp = { at, userId: 'user-tess', entity: 'WBL' as const };
const place = (id: string, parentId: string | null, more: Partial<StorageManagement> = {}) =>
  buildStorageManagement({ id, name: id, parentId, ...more });

// `circle-a` and `circle-b` are a damaged tree; `orphan` is in a place that does not exist; `guest` is in a place of
// a business entity that the person does not see, `visitor` in one of another lab.
const PLACES = [
  place('site', null),
  place('room', 'site'),
  place('freezer', 'room', { deleted: true }),
  place('rack', 'freezer'),
  place('box', 'rack'),
  place('circle-a', 'circle-b'),
  place('circle-b', 'circle-a'),
  place('orphan', 'nowhere'),
  place('foreign-site', null, { entity: 'RESONANT' }),
  place('foreign-room', 'foreign-site', { entity: 'RESONANT' }),
  place('guest', 'foreign-room'),
  place('visitor', 'distant-room'),
  place('distant-room', null),
];
// Foreign keys do not allow the damaged ones; a device that lost a document may have them all the same.
// A device never carries places of the other business entity.
const OWN = PLACES.filter(({ id, entity }) => entity === 'WBL' && id !== 'distant-room');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await inTransaction(database.owner, async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    for (const row of PLACES) await insertRow(client, storageManagement, row);
    await client.query(`UPDATE storage_management SET lab = 'OTHER' WHERE id = 'distant-room'`);
  });
});
afterAll(() => database.drop());

type Work = (tx: Transaction) => Promise<unknown>;
class RolledBack extends Error {}

const onPostgres =
  (operation: { name: string; args: Record<string, unknown> } | null) =>
  async (work: Work): Promise<void> => {
    const done = inTransaction(database.pool, async (client) => {
      startReadCache(client);
      const pgStamp = { ...stamp, lab: 'WBL', entities: ['WBL'], receivedAt: at, requestId: 'request-1' };
      const prefetcher = createPrefetcher(client, pgStamp.lab, operation);
      const tx = new PgTransaction(client, pgStamp, prefetcher);
      await tx.prefetch();
      await work(tx);
      prefetcher.end();
      throw new RolledBack();
    });
    await done.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  };

const inMemory = async (work: Work): Promise<void> => {
  const world = new MemoryWorld();
  for (const row of OWN) world.putRow(storageManagement, row);
  await world.transaction(stamp, work);
};

const onDevice = async (work: Work): Promise<void> => {
  const base: BaseReader = {
    document: async (_collection, id) => {
      const row = OWN.find((one) => one.id === id);
      return row && { id, kind: storageManagement.name, rev: 1, updatedDesc: '', body: { ...row } };
    },
    revisions: async () => ({}),
    query: async () => [],
    byCode: async () => [],
  };
  await work(new DeviceTransaction(base, emptyOverlay(), stamp));
};

const inAttempt = (work: Work): Promise<void> =>
  inMemory(async (tx) => {
    await attempt(tx, { occurredAt: at, actor: buildActor() }, work);
  });

const REPLICAS: readonly [string, (work: Work) => Promise<void>][] = [
  ['Postgres', onPostgres(null)],
  ['Postgres with prefetched rows', onPostgres({ name: 'read-chain', args: { id: 'box', other: 'guest' } })],
  ['a device', onDevice],
  ['the memory model', inMemory],
  ['an attempt', inAttempt],
];

describe.each(REPLICAS)('on %s', (_, run) => {
  const chainOf = async (tx: Transaction, id: string) =>
    (await tx.ancestors(storageManagement, id, 'parentId')).map((row) => row.id);

  // The second run is the one that has learned what to prefetch.
  test.each([1, 2, 3])('a chain of parents starts with the row and ends at the root (run %i)', async () => {
    await run(async (tx) => {
      expect(await chainOf(tx, 'box')).toEqual(['box', 'rack', 'freezer', 'room', 'site']);
      expect(await chainOf(tx, 'guest')).toEqual(['guest']);
      expect(await chainOf(tx, 'site')).toEqual(['site']);
      const [, rack] = await tx.ancestors(storageManagement, 'box', 'parentId');
      expect(rack).toEqual(await tx.get(storageManagement, 'rack'));
    });
  });

  test('a chain ends at an unknown row, at a repeat and at the other business entity', async () => {
    await run(async (tx) => {
      expect(await chainOf(tx, 'nowhere')).toEqual([]);
      expect(await chainOf(tx, 'orphan')).toEqual(['orphan']);
      expect(await chainOf(tx, 'circle-a')).toEqual(['circle-a', 'circle-b']);
      expect(await chainOf(tx, 'foreign-room')).toEqual([]);
    });
  });

  test('a chain follows what the rule has written', async () => {
    await run(async (tx) => {
      expect(await chainOf(tx, 'box')).toHaveLength(5);
      await tx.patch(storageManagement, 'rack', { parentId: 'room' });
      expect(await chainOf(tx, 'box')).toEqual(['box', 'rack', 'room', 'site']);
      await tx.patch(storageManagement, 'box', { parentId: 'circle-b' });
      expect(await chainOf(tx, 'box')).toEqual(['box', 'circle-b', 'circle-a']);
    });
  });
});

test('the query of a chain finds no row of another lab, first or above', async () => {
  const client = await database.pool.connect();
  const select = (ids: string[]) => selectAncestors(client, storageManagement, ids, 'parentId', 'WBL');
  try {
    expect((await select(['visitor', 'distant-room'])).rows.map(({ id }) => id)).toEqual(['visitor']);
    expect((await select(['box', 'circle-a'])).rows.map(({ id }) => id).sort()).toEqual(
      ['box', 'rack', 'freezer', 'room', 'site', 'circle-a', 'circle-b'].sort(),
    );
  } finally {
    client.release();
  }
});
