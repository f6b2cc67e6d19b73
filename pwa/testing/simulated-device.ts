import { OPEN_COLLECTIONS, overwritable } from 'rxdb';
import type { Actor, OperationDefinition } from '#db/operation.ts';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import { composeDocument } from '#pwa/replica/operations/overlay.ts';
import type { RunOperation } from '#pwa/replica/operations/run-operation.ts';
import { storedDocuments } from '#pwa/replica/rxdb-internals.ts';
import type { ReplicaStorage } from '#pwa/replica/store/database.ts';
import type { ReplicaDocument } from '#pwa/replica/store/document.ts';
import { openReplica, type Replica } from '#pwa/replica/sync/replica.ts';
import type { Send } from '#pwa/replica/sync/sync-api.ts';
import { failureOf } from '#pwa/replica/sync/sync-cycle.ts';
import type { TestArgs } from './bench-operations.ts';

/** A replica that also runs the operations of the tests, where `definition` knows them. */
export type TestReplica = Replica & { run: RunOperation<TestArgs> };

/** The options of one simulated device. `name` names its databases: opening it again is a restart. */
export interface DeviceOptions {
  name: string;
  actor: Actor;
  send: Send;
  definition?: (name: string) => OperationDefinition | undefined;
  storage?: ReplicaStorage;
  now?: () => number;
  requestTimeoutMs?: number;
  secondTab?: boolean;
}

/** Open the real replica in this process. Only its timers are left out: a test starts each round. */
export async function openDevice(options: DeviceOptions): Promise<TestReplica> {
  // RxDB counts collections per process; each simulated device represents a separate browser.
  OPEN_COLLECTIONS.clear();
  const isDevMode = overwritable.isDevMode;
  if (options.secondTab) overwritable.isDevMode = () => true;
  try {
    return await openReplica({
      deviceName: options.name,
      onOpen: () => OPEN_COLLECTIONS.clear(),
      ...options,
    });
  } finally {
    overwritable.isDevMode = isDevMode;
  }
}

/** Run one round with the server; false when it failed, after which the loop would retry. */
export async function syncOnce(device: Replica): Promise<boolean> {
  try {
    await device.cycle.run();
    return true;
  } catch (error) {
    if (failureOf(error, device.outbox) === 'storage') await reopen(device).catch(() => undefined);
    return false;
  }
}

async function reopen(device: Replica): Promise<void> {
  await device.store.reopen();
  await device.outbox.reload();
  await device.exclusive(() => device.view.refold());
}

/** Read a document as the user sees it on this device. */
export async function readShown(
  device: Replica,
  collection: CollectionName,
  id: string,
): Promise<ReplicaDocument | undefined> {
  return composeDocument(device.view.overlay(), collection, id, await device.base.document(collection, id));
}

/** List every pulled document of a device, without the overlay. */
export async function pulledDocuments(device: Replica) {
  const all = await Promise.all(
    COLLECTIONS.map(async (collection) => {
      const documents = await storedDocuments(device.store.readModel(collection));
      return documents.map(({ id, kind, rev, body }) => ({ collection, id, kind, rev, body }));
    }),
  );
  return all.flat().sort((a, b) => (`${a.collection}|${a.id}` < `${b.collection}|${b.id}` ? -1 : 1));
}
