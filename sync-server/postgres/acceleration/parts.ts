import type { ClientBase, Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import type { AnyEntity } from '#db/entity.ts';

type Values = Record<string, unknown>;

/** What makes the server faster and changes no result; README.md has the figures of each part. */
export const ACCELERATION_PARTS = [
  'pipeline',
  'batched-reads',
  'prefetch',
  'read-cache',
  'write-buffer',
  'shared-transactions',
  'shared-pages',
] as const;
export type AccelerationPart = (typeof ACCELERATION_PARTS)[number];
export type AccelerationParts = ReadonlySet<AccelerationPart>;

export const ALL_PARTS: AccelerationParts = new Set(ACCELERATION_PARTS);

/** What runs one query: the pool, a connection, or a batcher. */
export interface QueryReader {
  query(config: QueryConfig): Promise<QueryResult<Record<string, unknown>>>;
}

const PARTS = new WeakMap<Pool | ClientBase, AccelerationParts>();

/** Set which parts a pool and its connections use; called before its first connection. */
export function accelerate(pool: Pool, parts: AccelerationParts): void {
  PARTS.set(pool, parts);
  pool.on('connect', (client) => PARTS.set(client, parts));
}

/** Report whether a connection uses a part; a connection of no such pool uses all. */
export const isAccelerated = (connection: Pool | ClientBase, part: AccelerationPart): boolean =>
  (PARTS.get(connection) ?? ALL_PARTS).has(part);

/** Parse the parts to leave out: names with commas between, `all`, or nothing; returns the parts in use. */
export function parseAcceleration(text: string): AccelerationParts {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.includes('all')) return new Set();
  const known: readonly string[] = ACCELERATION_PARTS;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`"${unknown}" is no part; parts are ${ACCELERATION_PARTS.join(', ')} and all`);
  return new Set(ACCELERATION_PARTS.filter((part) => !names.includes(part)));
}

/** An operation for prefetching: rules of the same name read the same kinds of rows. */
export interface OperationCall {
  name: string;
  args: Readonly<Values>;
}

/** Reads what the rule of one operation will need. */
export interface Prefetcher {
  /** Send the expected reads, once; the statements are sent before this returns. */
  prefetch(): Promise<void>;
  /** Send those expected reads that depend on the first ones, after these. */
  prefetchRelated(): Promise<void>;
  /** Return the records whose field has the value, or undefined if they must be queried separately. */
  find(entity: AnyEntity, field: string, value: unknown): Promise<readonly Values[] | undefined>;
  /** Return the row and the rows above it in any order, or undefined if they must be queried separately. */
  findAncestors(entity: AnyEntity, id: string, parentField: string): readonly Values[] | undefined;
  /** Store what was read for the next operation of the same name. */
  end(): void;
}

/** Keeps what the operations of one transaction have read. */
export interface ReadCache {
  /** Return the records of an equal query, or those that `ask` reads. */
  read(entity: AnyEntity, filter: Values, ask: () => Promise<{ rows: Values[] }>): Promise<readonly Values[]>;
  /** Handle a written row, before or after the change. */
  invalidate(entity: AnyEntity, row: Values): void;
  /** Clear the cache after a rollback or a write from elsewhere. */
  forget(): void;
}

/** Writes the rows of one operation. */
export interface RowWriter {
  insert(entity: AnyEntity, row: Values): Promise<void>;
  update(entity: AnyEntity, before: Values, next: Values, changes: Values): Promise<void>;
  /** Write everything that is still to be written; called once, after the rule has succeeded. */
  flush(): Promise<void>;
}

/** One operation of a request, in the transaction that it gets. */
export type WriteStep<T> = (client: PoolClient) => Promise<T>;

/** What writers of one lab wait for. */
export interface WriterHead {
  pool: Pool;
  lab: string;
  /** Lock the head for the transaction; it is sent in front of the first step. */
  lock(client: ClientBase, lab: string): Promise<void>;
}
