import {
  createRxDatabase,
  type RxCollection,
  type RxDatabase,
  type RxStorageChangeEvent,
  removeRxDatabase,
} from 'rxdb';
import { Subject } from 'rxjs';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import { type OperationDocument, operationSchema } from '#pwa/replica/operations/operation-document.ts';
import { FeedStorage, indexedDbNameOf } from '#pwa/replica/rxdb-internals.ts';
import type { ReplicaDocument } from './document.ts';
import { readModelHash, readModelSchema } from './read-model-schema.ts';
import { openSideStore, readMeta, type SideStore, writeMeta } from './side-store.ts';

/** Delay the opening of an IndexedDB database until the first request. */
interface OpenGate {
  whenRequested: Promise<void>;
  ask(): void;
}

// The state is by name for the whole page, because RxDB shares one connection among all who open the same
// name.
const openGates = new Map<string, OpenGate>();

function openGateOf(database: string): OpenGate {
  const known = openGates.get(database);
  if (known) return known;
  let ask: OpenGate['ask'] = () => undefined;
  const whenRequested = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const door = { whenRequested, ask };
  openGates.set(database, door);
  return door;
}

/** Resolve when the database of this name is first requested. */
const whenOpenRequested = (database: string): Promise<void> => openGateOf(database).whenRequested;

/** Request the database of this name; from then on it is opened at once. */
const requestOpen = (database: string): void => openGateOf(database).ask();

type ReadModels = Record<CollectionName, RxCollection<ReplicaDocument>>;
export type ReplicaStorage = FeedStorage;

type OperationEvent = RxStorageChangeEvent<OperationDocument>;

/** The local databases of one membership: 11 read models, the outbox and the side store. */
export interface ReplicaStore {
  readonly name: string;
  readonly side: SideStore;
  readonly operations: RxCollection<OperationDocument>;
  readModel(collection: CollectionName): RxCollection<ReplicaDocument>;
  /** Names of read models that changed, in this tab or another. */
  readonly changed: Subject<CollectionName>;
  /** Operations written to the outbox, in this tab or another. */
  readonly operationEvents: Subject<readonly OperationEvent[]>;
  /** Close and reopen all databases; this repairs a lost IndexedDB connection. */
  reopen(): Promise<void>;
  close(): Promise<void>;
  /** Delete the pulled documents and their index; the outbox remains. */
  wipeReadModels(): Promise<void>;
}

/** Options for tests. */
export interface StoreOptions {
  storage?: ReplicaStorage;
  /** Open another instance of the same database in this process, as a second tab does. */
  secondTab?: boolean;
  /** Called after each set of collections is open. */
  onOpen?: () => void;
}

/** Name the databases of a membership; another user or organization never opens them. */
export const replicaName = (identity: { entity: string; userCompanyId: string }): string =>
  `benchside-${identity.entity.toLowerCase()}-${identity.userCompanyId}`;

interface OpenedDatabases {
  docs: RxDatabase;
  /** Open the database of this read model if it is not open yet. */
  ask(collection: CollectionName): void;
  outbox: RxDatabase;
  readModels: ReadModels;
  operations: RxCollection<OperationDocument>;
  side: SideStore;
}

/** Open (or create) the local databases of one membership. */
export async function openReplicaStore(name: string, options: StoreOptions = {}): Promise<ReplicaStore> {
  const changed: ReplicaStore['changed'] = new Subject();
  const operationEvents: ReplicaStore['operationEvents'] = new Subject();
  const open = async () => {
    const all = await openAll(name, options);
    for (const collection of COLLECTIONS)
      all.readModels[collection].eventBulks$.subscribe(() => changed.next(collection));
    all.operations.eventBulks$.subscribe((bulk) => operationEvents.next(bulk.events));
    return all;
  };
  let databases = await open();
  return {
    name,
    changed,
    operationEvents,
    get side() {
      return databases.side;
    },
    get operations() {
      return databases.operations;
    },
    readModel(collection) {
      databases.ask(collection);
      return databases.readModels[collection];
    },
    async reopen() {
      await closeAll(databases);
      databases = await open();
      for (const collection of COLLECTIONS) changed.next(collection);
    },
    close: () => closeAll(databases),
    async wipeReadModels() {
      await closeAll(databases);
      const side = openSideStore(name);
      await forgetReadModels(name, side, storageOf(options));
      side.close();
      databases = await open();
      for (const collection of COLLECTIONS) changed.next(collection);
    },
  };
}

// Durability is strict everywhere: after a power cut the cursor must never be ahead of the stored documents.
const DURABLE = { chromeTransactionDurability: 'strict' } as const;
const storageOf = (options: StoreOptions): ReplicaStorage => options.storage ?? new FeedStorage(DURABLE);

/**
 * Read models open on demand: a page needs two or three of the eleven, and opening all would slow a
 * handheld's scans by a tenth.
 */
function readModelsStorage(options: StoreOptions, databaseName: string): ReplicaStorage {
  if (options.storage) return options.storage;
  const waiting = new Set(COLLECTIONS.map((collection) => indexedDbNameOf(databaseName, collection)));
  return new FeedStorage({
    ...DURABLE,
    onCreate: (_, name) => (waiting.has(name) ? whenOpenRequested(name) : undefined),
  });
}

async function openAll(name: string, options: StoreOptions): Promise<OpenedDatabases> {
  const side = openSideStore(name);
  const databases: RxDatabase[] = [];
  const hash = readModelHash();
  const docsName = `${name}-docs-${hash}`;
  const ask = (collection: CollectionName): void => requestOpen(indexedDbNameOf(docsName, collection));
  try {
    const open = async (databaseName: string, storage: ReplicaStorage) => {
      const database = await createRxDatabase({
        name: databaseName,
        storage,
        multiInstance: true,
        eventReduce: true,
        ...(options.secondTab ? { ignoreDuplicate: true } : {}),
      });
      databases.push(database);
      return database;
    };
    const openDocs = async () => {
      const docs = await open(docsName, readModelsStorage(options, docsName));
      const schemas = COLLECTIONS.map((collection) => [collection, { schema: readModelSchema(collection) }]);
      const readModels = (await docs.addCollections(Object.fromEntries(schemas))) as ReadModels;
      options.onOpen?.();
      return { docs, readModels };
    };
    const openOutbox = async () => {
      const outbox = await open(`${name}-outbox`, storageOf(options));
      const { operations } = await outbox.addCollections({ operations: { schema: operationSchema } });
      options.onOpen?.();
      return { outbox, operations };
    };
    const [, { docs, readModels }, { outbox, operations }] = await allSettled(
      side.open().then(() => forgetOtherShapes(name, side, hash, options)),
      openDocs(),
      openOutbox(),
    );
    for (const collection of COLLECTIONS) guard(readModels[collection]);
    return { docs, ask, outbox, readModels, operations, side };
  } catch (error) {
    // A half-open database would block the next try; a database that is not open yet cannot be closed.
    COLLECTIONS.forEach(ask);
    await Promise.allSettled(databases.map((database) => database.close()));
    side.close();
    throw error;
  }
}

/** Run all in parallel; a failure is thrown only after the others have ended. */
async function allSettled<A, B, C>(a: Promise<A>, b: Promise<B>, c: Promise<C>): Promise<[A, B, C]> {
  await Promise.allSettled([a, b, c]);
  return Promise.all([a, b, c]);
}

/**
 * Delete read models of another version; their names contain its hash, so those of this version may already
 * be open.
 */
async function forgetOtherShapes(
  name: string,
  side: SideStore,
  hash: string,
  options: StoreOptions,
): Promise<void> {
  const before = await readMeta(side, 'schemaHash', z.string());
  if (before === hash) return;
  if (before !== undefined) await forgetReadModels(name, side, storageOf(options));
  await writeMeta(side, 'schemaHash', hash);
}

async function closeAll(databases: OpenedDatabases): Promise<void> {
  // A database that is not open yet cannot be closed.
  COLLECTIONS.forEach(databases.ask);
  await Promise.allSettled([databases.docs.close(), databases.outbox.close()]);
  databases.side.close();
}

/** Read models are never migrated: they are deleted, and the feed starts again from a snapshot. */
async function forgetReadModels(name: string, side: SideStore, storage: ReplicaStorage): Promise<void> {
  const hash = await readMeta(side, 'schemaHash', z.string());
  await side.transaction('rw', side.meta, side.codes, async () => {
    await side.meta.delete('feed');
    await side.codes.clear();
  });
  if (hash !== undefined) await removeRxDatabase(`${name}-docs-${hash}`, storage, true);
}

// These hooks reject all other writers; the puller writes through the storage and bypasses them.
function guard(collection: RxCollection<ReplicaDocument>): void {
  const refuse = () => {
    throw new AppError('INTERNAL', `Only the feed writes ${collection.name}; run an operation instead.`);
  };
  collection.preInsert(refuse, false);
  collection.preSave(refuse, false);
  collection.preRemove(refuse, false);
}
