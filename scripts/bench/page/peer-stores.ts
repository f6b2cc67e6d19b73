import PouchDB from 'pouchdb-browser';
import { createRxDatabase, type RxCollection } from 'rxdb';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { buildActor } from '#db/factories/run-rule.ts';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import type { SnapshotPage } from '#db/sync/wire.ts';
import { storedDocuments } from '#pwa/replica/rxdb-internals.ts';
import { type ReplicaDocument, toReplicaDocument } from '#pwa/replica/store/document.ts';
import { readModelSchema } from '#pwa/replica/store/read-model-schema.ts';
import { openReplica } from '#pwa/replica/sync/replica.ts';
import { syncOnce } from '#pwa/testing/simulated-device.ts';
import type { Peer } from '#scripts/bench/peers/peers.ts';
import type { LabDocument } from './load-replica.ts';

/** A local store and its replication. */
interface PeerStore {
  /** Pull pages until the store has the head, whatever fails meanwhile. */
  pull(head: number, page: number): Promise<void>;
  /** List the id and revision of each stored document. */
  stored(): Promise<[id: string, rev: number][]>;
}

/** The same for everybody: RxDB would wait five seconds, PouchDB up to ten minutes. */
const RETRY_MS = 100;
const LOAD_PAGE = 1_000;
const USED_COLLECTIONS = ['samples', 'specimens', 'storage'] as const satisfies readonly CollectionName[];

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, RETRY_MS));

async function read<T>(path: string): Promise<T> {
  const response = await fetch(path, { cache: 'no-store' });
  // The cast is safe: the server of the benchmark sends nothing else.
  return (await response.json()) as T;
}

const awaitRequest = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function openRaw(): Promise<PeerStore> {
  const opening = indexedDB.open('raw', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('docs', { keyPath: 'id' });
  const database = await awaitRequest(opening);
  return {
    async pull() {
      for (let after: string | null = ''; after !== null; ) {
        const page: SnapshotPage = await read(`/api/sync/snapshot?after=${after}&limit=${LOAD_PAGE}`);
        const transaction = database.transaction('docs', 'readwrite');
        const store = transaction.objectStore('docs');
        for (const document of page.documents) store.put(document);
        await new Promise<void>((resolve, reject) => {
          transaction.oncomplete = () => resolve();
          transaction.onerror = () => reject(transaction.error);
        });
        after = page.after;
      }
    },
    async stored() {
      const all: LabDocument[] = await awaitRequest(
        database.transaction('docs').objectStore('docs').getAll(),
      );
      return all.map(({ id, rev }) => [id, rev]);
    },
  };
}

async function openBenchside(): Promise<PeerStore> {
  const replica = await openReplica({
    name: 'peer',
    actor: buildActor(),
    deviceName: 'Bench',
    send: (path, init) => fetch(path, init),
  });
  // The databases of the other peers are open as well when their clock starts.
  await Promise.all(COLLECTIONS.map((name) => replica.store.readModel(name).findOne().exec()));
  return {
    async pull(head) {
      for (;;) {
        if (await syncOnce(replica)) {
          const position = await replica.cycle.run().catch(() => null);
          if (position && position.cursor >= head) return;
        }
        await pause();
      }
    },
    async stored() {
      const all = await Promise.all(
        COLLECTIONS.map(async (name) => storedDocuments(replica.store.readModel(name))),
      );
      return all.flat().map(({ id, rev }) => [id, rev]);
    },
  };
}

interface Checkpoint {
  since: number;
}

async function openRxdb(): Promise<PeerStore> {
  const database = await createRxDatabase({
    name: 'peer-rxdb',
    storage: getRxStorageDexie(),
    multiInstance: false,
  });
  const schemas = USED_COLLECTIONS.map((name) => [name, { schema: readModelSchema(name) }]);
  const collections: Record<string, RxCollection<ReplicaDocument>> = await database.addCollections(
    Object.fromEntries(schemas),
  );
  const pullCollection = async (name: string, collection: RxCollection<ReplicaDocument>, size: number) => {
    const replication = replicateRxCollection<ReplicaDocument, Checkpoint>({
      replicationIdentifier: `peer-${name}`,
      collection,
      live: true,
      retryTime: RETRY_MS,
      waitForLeadership: false,
      pull: {
        batchSize: size,
        handler: async (checkpoint, limit) => {
          const query = `collection=${name}&since=${checkpoint?.since ?? 0}&limit=${limit}`;
          const page = await read<{ documents: LabDocument[]; checkpoint: Checkpoint }>(`/rxdb?${query}`);
          const documents = page.documents.map((one) => ({ ...toReplicaDocument(one), _deleted: false }));
          return { documents, checkpoint: page.checkpoint };
        },
      },
    });
    await replication.awaitInSync();
    // A pull that failed to write leaves the replication in sync; asking again is what an app can do.
    replication.reSync();
    await replication.awaitInSync();
    await replication.cancel();
  };
  return {
    async pull(_head, size) {
      await Promise.all(
        Object.entries(collections).map(([name, collection]) => pullCollection(name, collection, size)),
      );
    },
    async stored() {
      const all = await Promise.all(
        Object.values(collections).map((collection) => storedDocuments(collection)),
      );
      return all.flat().map(({ id, rev }) => [id, rev]);
    },
  };
}

async function openPouchdb(): Promise<PeerStore> {
  const local = new PouchDB<{ kind: string; rev: number; body: object }>('peer-pouchdb');
  const remote = new PouchDB(`${location.origin}/couch/lab`, { skip_setup: true });
  return {
    pull: (head, size) =>
      new Promise((resolve, reject) => {
        const replication = PouchDB.replicate(remote, local, {
          live: true,
          retry: true,
          batch_size: size,
          back_off_function: () => RETRY_MS,
        });
        replication.on('paused', () => {
          if (reached >= head) replication.cancel();
        });
        let reached = 0;
        replication.on('change', ({ last_seq: last }) => {
          reached = Number(last);
          if (reached >= head) replication.cancel();
        });
        replication.on('complete', () => resolve());
        replication.on('error', reject);
      }),
    async stored() {
      const { rows } = await local.allDocs({ include_docs: true });
      return rows.map(({ id, doc }) => [id, doc?.rev ?? 0]);
    },
  };
}

const OPEN: Record<Peer, () => Promise<PeerStore>> = {
  raw: openRaw,
  benchside: openBenchside,
  rxdb: openRxdb,
  pouchdb: openPouchdb,
};

let peerStore: PeerStore | undefined;
let failedWrites = 0;

/** Let the writes with these numbers fail as on a device whose disk is full. */
function failWrites(numbers: readonly number[]): void {
  const failing = new Set(numbers);
  let count = 0;
  for (const method of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[method];
    IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...args: Parameters<typeof write>) {
      count += 1;
      if (failing.has(count)) {
        failedWrites += 1;
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      }
      return Reflect.apply(write, this, args);
    };
  }
}

/** What the benchmark asks of the peer of this page. */
export const peers = {
  async open(peer: Peer): Promise<void> {
    peerStore = await OPEN[peer]();
  },
  /** Return the milliseconds until the store has the head; null if it did not get there in time. */
  async pull(head: number, size: number, limitMs: number): Promise<number | null> {
    const start = performance.now();
    const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), limitMs));
    const result = await Promise.race([peerStore?.pull(head, size), timeout]);
    return result === null ? null : performance.now() - start;
  },
  stored: () => peerStore?.stored() ?? [],
  failWrites,
  failedWrites: () => failedWrites,
};
