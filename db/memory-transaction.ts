import { changedRow, completeRow, type Stamp } from './complete-row.ts';
import type { AnyEntity, NewRow, Row } from './entity.ts';
import { AppError } from './errors/app-error.ts';
import { type ParentField, type RowFilter, type Transaction, walkAncestors } from './transaction.ts';

type PlainRow = Record<string, unknown>;

/**
 * An in-memory database: the model against which rules are tested and the oracle of the convergence tests.
 */
export class MemoryWorld {
  private readonly tables = new Map<string, Map<string, PlainRow>>();

  private table(entity: AnyEntity): Map<string, PlainRow> {
    let rows = this.tables.get(entity.name);
    if (!rows) {
      rows = new Map();
      this.tables.set(entity.name, rows);
    }
    return rows;
  }

  /** Insert a row as a factory made it, without checks. */
  putRow<E extends AnyEntity>(entity: E, row: Row<E>): void {
    this.table(entity).set(String((row as PlainRow)['id']), structuredClone(row as PlainRow));
  }

  /** Return all rows of an entity, including deleted ones. */
  all<E extends AnyEntity>(entity: E): Row<E>[] {
    return [...this.table(entity).values()].map((row) => structuredClone(row) as Row<E>);
  }

  /** Return one row by id. */
  one<E extends AnyEntity>(entity: E, id: string): Row<E> | undefined {
    return structuredClone(this.table(entity).get(id)) as Row<E> | undefined;
  }

  /** Return the rows with the wanted values, ordered by id. */
  select<E extends AnyEntity>(entity: E, filter: RowFilter<E>): Row<E>[] {
    const matchingRows = [...this.table(entity).values()].filter((row) => matches(row, filter as PlainRow));
    return matchingRows
      .sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1))
      .map((row) => structuredClone(row) as Row<E>);
  }

  /** Run `work` in a transaction: all of its writes are kept, or none when it throws. */
  async transaction<T>(stamp: Stamp, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const undo: (() => void)[] = [];
    try {
      return await work(new MemoryTransaction(this, stamp, undo));
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    }
  }

  /** Write a row and return a function that undoes the write. */
  replace<E extends AnyEntity>(entity: E, row: Row<E>): () => void {
    const rows = this.table(entity);
    const id = String((row as PlainRow)['id']);
    const before = rows.get(id);
    this.putRow(entity, row);
    return () => (before ? rows.set(id, before) : rows.delete(id));
  }
}

class MemoryTransaction implements Transaction {
  private readonly world: MemoryWorld;
  private readonly stamp: Stamp;
  private readonly undo: (() => void)[];

  constructor(world: MemoryWorld, stamp: Stamp, undo: (() => void)[]) {
    this.world = world;
    this.stamp = stamp;
    this.undo = undo;
  }

  async get<E extends AnyEntity>(entity: E, id: string): Promise<Row<E> | undefined> {
    return this.world.one(entity, id);
  }

  async find<E extends AnyEntity>(entity: E, filter: RowFilter<E>): Promise<Row<E>[]> {
    for (const key of Object.keys(filter)) {
      if (key !== 'id' && key !== 'deleted' && !entity.indexes.includes(key)) {
        throw new AppError('INTERNAL', `${entity.name}.${key} is not declared as an index.`);
      }
    }
    return this.world.select(entity, filter);
  }

  ancestors<E extends AnyEntity>(entity: E, id: string, parentField: ParentField<E>): Promise<Row<E>[]> {
    return walkAncestors(this, entity, id, parentField);
  }

  async insert<E extends AnyEntity>(entity: E, row: NewRow<E>): Promise<Row<E>> {
    const complete = completeRow(entity, row, this.stamp);
    if (await this.get(entity, String((complete as PlainRow)['id']))) {
      throw new AppError(
        'CONFLICT',
        `${entity.name} ${String((complete as PlainRow)['id'])} exists already.`,
      );
    }
    this.undo.push(this.world.replace(entity, complete));
    return complete;
  }

  async patch<E extends AnyEntity>(entity: E, id: string, changes: Partial<Row<E>>): Promise<Row<E>> {
    if (entity.appendOnly) throw new AppError('INTERNAL', `${entity.name} is append only.`);
    const row = await this.get(entity, id);
    if (!row) throw new AppError('NOT_FOUND', 'Not found.');
    const next = changedRow(entity, row, changes, this.stamp);
    this.undo.push(this.world.replace(entity, next));
    return next;
  }
}

/**
 * Return whether a row has the wanted values. A list of values means "one of"; deleted rows match only on
 * request.
 */
export function matches(row: PlainRow, filter: PlainRow): boolean {
  if (!('deleted' in filter) && row['deleted'] === true) return false;
  return Object.entries(filter).every(([key, expected]) =>
    Array.isArray(expected) ? expected.includes(row[key]) : row[key] === expected,
  );
}
