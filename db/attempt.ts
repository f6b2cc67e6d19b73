import { changedRow, completeRow, type Stamp } from './complete-row.ts';
import type { AnyEntity, NewRow, Row } from './entity.ts';
import { AppError } from './errors/app-error.ts';
import { MESSAGES } from './errors/messages.ts';
import { matches } from './memory-transaction.ts';
import type { OperationContext } from './operation.ts';
import { type ParentField, type RowFilter, type Transaction, walkAncestors } from './transaction.ts';

type Values = Record<string, unknown>;

/**
 * Run a part of a rule all or nothing: its writes reach the transaction only when it returns. When it throws,
 * nothing is written and the rule may continue.
 */
export async function attempt<T>(
  tx: Transaction,
  { occurredAt, actor }: Pick<OperationContext, 'occurredAt' | 'actor'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const trial = new TrialTransaction(tx, { at: occurredAt, userId: actor.userId, entity: actor.entity });
  const result = await work(trial);
  await trial.write();
  return result;
}

/** A transaction that collects writes over another one; reads see them. */
class TrialTransaction implements Transaction {
  private readonly under: Transaction;
  private readonly stamp: Stamp;
  private readonly rows = new Map<string, Map<string, Values>>();
  private readonly writes: (() => Promise<unknown>)[] = [];

  constructor(under: Transaction, stamp: Stamp) {
    this.under = under;
    this.stamp = stamp;
  }

  async get<E extends AnyEntity>(entity: E, id: string): Promise<Row<E> | undefined> {
    const changedRows = this.rowsOf(entity).get(id);
    return changedRows ? snapshot<E>(changedRows) : this.under.get(entity, id);
  }

  async find<E extends AnyEntity>(entity: E, filter: RowFilter<E>): Promise<Row<E>[]> {
    const storedRows = await this.under.find(entity, filter);
    const changedRows = this.rowsOf(entity);
    if (changedRows.size === 0) return storedRows;
    const unchanged = storedRows.filter((row) => !changedRows.has(idOf(row)));
    const own = [...changedRows.values()]
      .filter((row) => matches(row, filter))
      .map((row) => snapshot<E>(row));
    return [...unchanged, ...own].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  }

  ancestors<E extends AnyEntity>(entity: E, id: string, parentField: ParentField<E>): Promise<Row<E>[]> {
    // Only a written row can change the chain of the transaction below.
    return this.rowsOf(entity).size === 0
      ? this.under.ancestors(entity, id, parentField)
      : walkAncestors(this, entity, id, parentField);
  }

  async insert<E extends AnyEntity>(entity: E, row: NewRow<E>): Promise<Row<E>> {
    const complete = completeRow(entity, row, this.stamp);
    this.keep(entity, complete, () => this.under.insert(entity, row));
    return complete;
  }

  async patch<E extends AnyEntity>(entity: E, id: string, changes: Partial<Row<E>>): Promise<Row<E>> {
    const row = await this.get(entity, id);
    if (!row) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const next = changedRow(entity, row, changes, this.stamp);
    this.keep(entity, next, () => this.under.patch(entity, id, changes));
    return next;
  }

  /** Apply the collected writes in order. */
  async write(): Promise<void> {
    for (const one of this.writes) await one();
  }

  private keep<E extends AnyEntity>(entity: E, row: Row<E>, write: () => Promise<unknown>): void {
    this.rowsOf(entity).set(idOf(row), row);
    this.writes.push(write);
  }

  private rowsOf(entity: AnyEntity): Map<string, Values> {
    const rows = this.rows.get(entity.name) ?? new Map<string, Values>();
    this.rows.set(entity.name, rows);
    return rows;
  }
}

const idOf = (row: Values): string => String(row['id']);

// The cast is safe: rows are stored by entity name and id, so this is the entity's own row.
const snapshot = <E extends AnyEntity>(row: Values): Row<E> => structuredClone(row) as Row<E>;
