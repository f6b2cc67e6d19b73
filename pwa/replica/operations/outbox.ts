import { Subject } from 'rxjs';
import { AppError } from '#db/errors/app-error.ts';
import type { OperationVerdict } from '#db/sync/wire.ts';
import {
  storedById,
  storedDocuments,
  withoutStorageFields,
  writeStored,
} from '#pwa/replica/rxdb-internals.ts';
import type { ReplicaStore } from '#pwa/replica/store/database.ts';
import { isUnsent, type OperationDocument, operationKey } from './operation-document.ts';

/** An operation before it gets its number. */
export type NewOperation = Omit<
  OperationDocument,
  'key' | 'n' | 'deviceId' | 'state' | 'outcome' | 'code' | 'message' | 'rev'
>;

/** The operations of this device, all in memory: a month of work is a few thousand. */
export interface Outbox {
  /** In device order. */
  all(): readonly OperationDocument[];
  /** Observe changes of the outbox, here or in another tab. */
  readonly changed: Subject<void>;
  append(deviceId: string, operation: NewOperation): Promise<OperationDocument>;
  /** Change operations; missing keys are skipped. Throws when storing fails. */
  update(keys: readonly string[], change: (operation: OperationDocument) => OperationDocument): Promise<void>;
  takeVerdicts(verdicts: readonly OperationVerdict[]): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  /** Renumber operations under a new device, because the server no longer follows the old count. */
  rekey(keys: readonly string[], deviceId: string, firstN: number): Promise<void>;
  /** Read everything again from the store after it was reopened. */
  reload(): Promise<void>;
  close(): void;
}

/** Open the outbox of a store. */
export async function openOutbox(store: ReplicaStore): Promise<Outbox> {
  const known = new Map<string, OperationDocument>();
  const changed = new Subject<void>();
  // Every poke of the server reads the list, so it is sorted once after a change.
  let ordered: readonly OperationDocument[] | null = null;
  const notify = () => {
    ordered = null;
    changed.next();
  };
  const reload = async () => {
    const before = [...known.keys()];
    const storedOperations = await storedDocuments(store.operations);
    const present = new Set(storedOperations.map((document) => document.key));
    for (const key of before) if (!present.has(key)) known.delete(key);
    for (const document of storedOperations)
      known.set(document.key, withoutStorageFields<OperationDocument>(document));
    notify();
  };
  await reload();
  const subscription = store.operationEvents.subscribe((events) => {
    for (const event of events) {
      if (event.operation === 'DELETE') known.delete(event.documentId);
      else known.set(event.documentId, withoutStorageFields<OperationDocument>(event.documentData));
    }
    notify();
  });
  const putKnown = (operations: readonly OperationDocument[]) => {
    if (operations.length === 0) return;
    for (const operation of operations) known.set(operation.key, operation);
    notify();
  };
  return {
    all: () => {
      ordered ??= inOrder(known.values());
      return ordered;
    },
    changed,
    reload,
    append: async (deviceId, operation) => {
      const appended = await insertNext(store, deviceId, lastN(known.values(), deviceId), operation);
      putKnown([appended]);
      return appended;
    },
    update: async (keys, change) => {
      const writtenOperations = await rewrite(store, keys, change);
      putKnown(writtenOperations);
    },
    takeVerdicts: async (verdicts) => {
      const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
      const waiting = inOrder(known.values()).filter(
        (operation) => isUnsent(operation) && byId.has(operation.id),
      );
      const writtenOperations = await rewrite(
        store,
        waiting.map((operation) => operation.key),
        (operation) => {
          const verdict = byId.get(operation.id);
          return verdict && isUnsent(operation) ? withVerdict(operation, verdict) : operation;
        },
      );
      putKnown(writtenOperations);
    },
    remove: async (keys) => {
      await store.operations.bulkRemove([...keys]);
      for (const key of keys) known.delete(key);
      notify();
    },
    rekey: async (keys, deviceId, firstN) => {
      const old = inOrder(known.values()).filter((operation) => keys.includes(operation.key));
      const renewed = old.map((operation, index) => renumber(operation, deviceId, firstN + index));
      await insertAll(store, renewed);
      await store.operations.bulkRemove(old.map((operation) => operation.key));
      for (const operation of old) known.delete(operation.key);
      putKnown(renewed);
    },
    close: () => subscription.unsubscribe(),
  };
}

/** Return the highest number that a device has given to an operation; 0 when there is none. */
export function lastN(operations: Iterable<OperationDocument>, deviceId: string): number {
  let last = 0;
  for (const operation of operations)
    if (operation.deviceId === deviceId && operation.n > last) last = operation.n;
  return last;
}

/** Apply the server's final verdict to an operation. */
function withVerdict(operation: OperationDocument, verdict: OperationVerdict): OperationDocument {
  const { outcome, code, message, rev } = verdict;
  const quarantined = code === 'QUARANTINED' || code === 'DEVICE_REVOKED';
  const state = quarantined ? 'quarantined' : outcome === 'REJECTED' ? 'rejected' : 'accepted';
  return { ...operation, state, outcome, code, message, rev };
}

const inOrder = (operations: Iterable<OperationDocument>): OperationDocument[] =>
  [...operations].sort((a, b) => (a.deviceId === b.deviceId ? a.n - b.n : a.id < b.id ? -1 : 1));

const MAX_TRIES = 10_000;

// The key itself is the counter: two tabs that try the same number collide, and the later one takes the next.
async function insertNext(
  store: ReplicaStore,
  deviceId: string,
  last: number,
  operation: NewOperation,
): Promise<OperationDocument> {
  for (let n = last + 1; n < last + MAX_TRIES; n++) {
    const document: OperationDocument = {
      ...operation,
      key: operationKey(deviceId, n),
      n,
      deviceId,
      state: 'pending',
      outcome: null,
      code: null,
      message: null,
      rev: null,
    };
    const { error } = await store.operations.bulkInsert([document]);
    const first = error[0];
    if (!first) return document;
    if (first.status !== 409) throw storageFailed(first.status);
  }
  throw new AppError('INTERNAL', 'No free operation number was found.');
}

async function insertAll(store: ReplicaStore, operations: OperationDocument[]): Promise<void> {
  const { error } = await store.operations.bulkInsert(operations);
  const first = error.find((candidate) => candidate.status !== 409);
  if (first) throw storageFailed(first.status);
}

async function rewrite(
  store: ReplicaStore,
  keys: readonly string[],
  change: (operation: OperationDocument) => OperationDocument,
): Promise<OperationDocument[]> {
  if (keys.length === 0) return [];
  const writtenOperations: OperationDocument[] = [];
  const storedOperations = await storedById(store.operations, [...keys]);
  const rows = storedOperations.map((previous) => ({
    previous,
    document: { ...previous, ...change(previous) },
  }));
  const error = await writeStored(store.operations, rows, 'outbox');
  const failed = new Set(error.map((entry) => entry.documentId));
  const hard = error.find((entry) => entry.status !== 409);
  if (hard) throw storageFailed(hard.status);
  // Another tab changed the operation at the same moment: read its newest form and decide again.
  if (failed.size > 0) writtenOperations.push(...(await rewrite(store, [...failed], change)));
  for (const { document } of rows) {
    if (failed.has(document.key)) continue;
    writtenOperations.push(withoutStorageFields<OperationDocument>(document));
  }
  return writtenOperations;
}

const renumber = (operation: OperationDocument, deviceId: string, n: number): OperationDocument => ({
  ...operation,
  deviceId,
  n,
  key: operationKey(deviceId, n),
  state: 'pending',
  outcome: null,
  code: null,
  message: null,
  rev: null,
});

const storageFailed = (status: number): AppError =>
  new AppError(
    'UNAVAILABLE',
    `This device could not store your work (${status}). Free some space and try again.`,
  );
