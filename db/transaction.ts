import type { AnyEntity, NewRow, Row } from './entity.ts';

/** Equality on indexed fields; a list means "one of". Deleted rows are left out unless `deleted` is given. */
export type RowFilter<E extends AnyEntity> = { [K in keyof Row<E>]?: Row<E>[K] | readonly Row<E>[K][] };

/** The fields of an entity that may name a row of the same entity. */
export type ParentField<E extends AnyEntity> = {
  [K in keyof Row<E> & string]: Row<E>[K] extends string | null ? K : never;
}[keyof Row<E> & string];

/**
 * The reads and writes that a rule may use. Postgres, the device's overlay and the in-memory model of the
 * tests implement them, so the same rule runs on all three. Results are snapshots: write through `patch`,
 * never by assigning.
 */
export interface Transaction {
  get<E extends AnyEntity>(entity: E, id: string): Promise<Row<E> | undefined>;
  find<E extends AnyEntity>(entity: E, filter: RowFilter<E>): Promise<Row<E>[]>;
  /**
   * Return the row and the rows above it, nearest first, deleted ones too. A damaged tree ends at a missing
   * row or at the first repeat.
   */
  ancestors<E extends AnyEntity>(entity: E, id: string, parentField: ParentField<E>): Promise<Row<E>[]>;
  insert<E extends AnyEntity>(entity: E, row: NewRow<E>): Promise<Row<E>>;
  /**
   * Change fields of a row; the replica raises `version` and `updatedAt`. Throws NOT_FOUND when the row does
   * not exist.
   */
  patch<E extends AnyEntity>(entity: E, id: string, changes: Partial<Row<E>>): Promise<Row<E>>;
}

/** Read a chain of parents row by row; the walk of replicas whose reads need no round trip. */
export async function walkAncestors<E extends AnyEntity>(
  tx: Pick<Transaction, 'get'>,
  entity: E,
  id: string,
  parentField: ParentField<E>,
): Promise<Row<E>[]> {
  const chain = new Map<string, Row<E>>();
  for (let next: unknown = id; typeof next === 'string' && !chain.has(next); ) {
    const row: Row<E> | undefined = await tx.get(entity, next);
    if (!row) break;
    chain.set(next, row);
    next = row[parentField];
  }
  return [...chain.values()];
}
