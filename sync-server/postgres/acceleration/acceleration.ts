// With parts.ts the only file of this folder that others import.
import type { ClientBase, Pool } from 'pg';
import { queueWrite, writeAlone } from './lab-write-queue.ts';
import {
  isAccelerated,
  type OperationCall,
  type Prefetcher,
  type QueryReader,
  type ReadCache,
  type RowWriter,
  type WriterHead,
  type WriteStep,
} from './parts.ts';
import { QueryBatcher } from './query-batcher.ts';
import { ReadPrefetcher } from './read-prefetcher.ts';
import { TransactionReadCache } from './transaction-read-cache.ts';
import { BufferedWriter, PlainWriter } from './write-buffer.ts';

/** Create the prefetcher of one operation; without an operation it finds nothing. */
export const createPrefetcher = (
  client: ClientBase,
  lab: string,
  operation: OperationCall | null,
): Prefetcher =>
  new ReadPrefetcher(client, lab, isAccelerated(client, 'prefetch') ? operation : null, getReadCache(client));

/** Report whether the reads of an operation are sent before it is known that its rule runs. */
export const isReadAhead = (client: ClientBase): boolean => isAccelerated(client, 'prefetch');

/** Create the writer of one operation, which changes rows of its lab only. */
export const createWriter = (client: ClientBase, lab: string): RowWriter =>
  isAccelerated(client, 'write-buffer') ? new BufferedWriter(client, lab) : new PlainWriter(client, lab);

/** Keeps nothing, for transactions that hold no head. */
export const NO_CACHE: ReadCache = new TransactionReadCache(false);

const CACHES = new WeakMap<ClientBase, ReadCache>();

/** Start the read cache of a connection; called once the head is locked. */
export function startReadCache(client: ClientBase): void {
  CACHES.set(client, new TransactionReadCache(isAccelerated(client, 'read-cache')));
}

/** Return the read cache of this connection's open transaction; without one, nothing is kept. */
export const getReadCache = (client: ClientBase): ReadCache => CACHES.get(client) ?? NO_CACHE;

const BATCHERS = new WeakMap<Pool, QueryBatcher>();

/** Return a reader whose queries leave together with concurrent ones; only for short reads outside transactions. */
export function batchedReader(pool: Pool): QueryReader {
  if (!isAccelerated(pool, 'batched-reads')) return pool;
  const batcher = BATCHERS.get(pool) ?? new QueryBatcher(pool);
  BATCHERS.set(pool, batcher);
  return batcher;
}

/**
 * Run the steps of one request in order, up to the first final result, in transactions that hold the
 * lab's head and may be shared with other requests. Resolves when the reported results are on disk. If the
 * client's signal is aborted, steps not yet started are skipped. A step that throws rolls back its
 * transaction; the others that shared it run again, each alone, so that only the faulty one fails.
 */
export function enqueueWrite<T>(
  head: WriterHead,
  steps: readonly WriteStep<T>[],
  isLast: (result: T) => boolean = () => false,
  clientSignal?: AbortSignal,
): Promise<T[]> {
  if (steps.length === 0) return Promise.resolve([]);
  const run = isAccelerated(head.pool, 'shared-transactions') ? queueWrite : writeAlone;
  return run(head, steps, isLast, clientSignal);
}
