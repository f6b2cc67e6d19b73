import type { AnyEntity, NewRow, Row } from './entity.ts';

/** Equality on indexed fields; a list means "one of". Rows marked deleted are left out unless `deleted` is named. */
export type RowFilter<E extends AnyEntity> = { [K in keyof Row<E>]?: Row<E>[K] | readonly Row<E>[K][] };

/**
 * What a rule may do to the world. Postgres, the device's overlay and the in-memory model of the tests implement it,
 * so the same rule runs on all three. Results are snapshots: write through `patch`, never by assigning.
 */
export interface Transaction {
  get<E extends AnyEntity>(entity: E, id: string): Promise<Row<E> | undefined>;
  find<E extends AnyEntity>(entity: E, filter: RowFilter<E>): Promise<Row<E>[]>;
  insert<E extends AnyEntity>(entity: E, row: NewRow<E>): Promise<Row<E>>;
  /** Changes fields of a row; the replica raises `version` and `updatedAt`. Throws NOT_FOUND when there is no such row. */
  patch<E extends AnyEntity>(entity: E, id: string, changes: Partial<Row<E>>): Promise<Row<E>>;
}
