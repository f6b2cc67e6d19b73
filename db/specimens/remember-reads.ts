import type { AnyEntity, Row } from '#db/entity.ts';
import type { RowFilter, Transaction } from '#db/transaction.ts';

/**
 * Wrap a transaction that loads rows of the named entities once: a plate of 96 wells has one order, one
 * protocol and one set of flows. Only for entities that are not written meanwhile.
 */
export function rememberReads(tx: Transaction, entities: readonly AnyEntity[]): Transaction {
  const known = new Map<string, Promise<unknown>>();
  const cached = <T>(entity: AnyEntity, question: unknown, ask: () => Promise<T>): Promise<T> => {
    if (!entities.includes(entity)) return ask();
    const key = `${entity.name}|${JSON.stringify(question)}`;
    const answer = known.get(key) ?? ask();
    known.set(key, answer);
    // The cast is safe: the key contains the entity and the query, so the cached answer has this type.
    return answer as Promise<T>;
  };
  return {
    get: <E extends AnyEntity>(entity: E, id: string) =>
      cached<Row<E> | undefined>(entity, id, () => tx.get(entity, id)),
    find: <E extends AnyEntity>(entity: E, filter: RowFilter<E>) =>
      cached<Row<E>[]>(entity, filter, () => tx.find(entity, filter)),
    insert: (entity, row) => tx.insert(entity, row),
    patch: (entity, id, changes) => tx.patch(entity, id, changes),
  };
}
