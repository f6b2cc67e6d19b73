import { afterEach, expect, test } from 'vitest';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import { openReplicaStore, type ReplicaStore } from './database.ts';

const stores: ReplicaStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

async function openStore(name: string): Promise<ReplicaStore> {
  const store = await openReplicaStore(name);
  stores.push(store);
  return store;
}

/** List the read models of a store that have a database on this device. */
async function openedModels(name: string): Promise<CollectionName[]> {
  const databases = (await indexedDB.databases()).map((one) => one.name ?? '');
  return COLLECTIONS.filter((collection) =>
    databases.some((one) => one.includes(`${name}-docs-`) && one.endsWith(`--${collection}`)),
  );
}

const readFirst = (store: ReplicaStore, collection: CollectionName) =>
  store.readModel(collection).findOne().exec();

test('a read model opens at its first read, and no other with it', async () => {
  const store = await openStore('asked');
  expect(await openedModels('asked')).toEqual([]);
  expect(await readFirst(store, 'storage')).toBeNull();
  expect(await openedModels('asked')).toEqual(['storage']);
});

test('a store without reads can be closed, emptied and opened again', async () => {
  const store = await openStore('idle');
  await store.wipeReadModels();
  await store.reopen();
  expect(await readFirst(store, 'samples')).toBeNull();
});
