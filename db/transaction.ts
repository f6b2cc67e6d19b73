import type { AnyEntity, NewRow, Row } from './entity.ts';

/** Equality on indexed fields; a list means "one of". Deleted rows are left out unless `deleted` is given. */
export type RowFilter<E extends AnyEntity> = { [K in keyof Row<E>]?: Row<E>[K] | readonly Row<E>[K][] };

/**
 * The reads and writes that a rule may use. Postgres, the device's overlay and the in-memory model of the
 * tests implement them, so the same rule runs on all three. Results are snapshots: write through `patch`,
 * never by assigning.
 */
export interface Transaction {
  get<E extends AnyEntity>(entity: E, id: string): Promise<Row<E> | undefined>;
  find<E extends AnyEntity>(entity: E, filter: RowFilter<E>): Promise<Row<E>[]>;
  insert<E extends AnyEntity>(entity: E, row: NewRow<E>): Promise<Row<E>>;
  /**
   * Change fields of a row; the replica raises `version` and `updatedAt`. Throws NOT_FOUND when the row does
   * not exist.
   */
  patch<E extends AnyEntity>(entity: E, id: string, changes: Partial<Row<E>>): Promise<Row<E>>;
}
