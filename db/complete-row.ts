import type { AnyEntity, NewRow, Row } from './entity.ts';

/** The actor and time that a replica stamps on the rows that it writes. */
export interface Stamp {
  at: string;
  userId: string | null;
  entity: string;
}

/** Fill in the base fields and nulls of a new row and parse it, so that every replica stores the same row. */
export function completeRow<E extends AnyEntity>(entity: E, row: NewRow<E>, stamp: Stamp): Row<E> {
  const filled: Record<string, unknown> = {
    createdAt: stamp.at,
    createdById: stamp.userId,
    updatedAt: stamp.at,
    version: 1,
    deleted: false,
    entity: stamp.entity,
  };
  const complete: Record<string, unknown> = {};
  for (const key of Object.keys(entity.schema.shape)) {
    const provided = (row as Record<string, unknown>)[key];
    complete[key] = provided !== undefined ? provided : key in filled ? filled[key] : null;
  }
  return parseRow(entity, complete);
}

/** Apply changes to a row, raise its version and parse the result. */
export function changedRow<E extends AnyEntity>(
  entity: E,
  row: Row<E>,
  changes: Partial<Row<E>>,
  stamp: Stamp,
): Row<E> {
  const before = row as Record<string, unknown>;
  const next = { ...before, ...changes, updatedAt: stamp.at, version: Number(before['version']) + 1 };
  return parseRow(entity, next);
}

// Cast at the boundary between a schema known only at run time and its row type.
const parseRow = <E extends AnyEntity>(entity: E, row: unknown): Row<E> => entity.schema.parse(row) as Row<E>;
