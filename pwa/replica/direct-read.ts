import type { Dexie, Table } from 'dexie';

/**
 * Reads of one step of a scan, asked of IndexedDB itself: Dexie's own transactions wait for their end and hand every
 * answer through several turns, which on a slow handheld is most of what a look-up costs. While Dexie has no open
 * connection it is asked instead: it opens one, or says what is wrong.
 */
const storeOf = (database: Dexie, table: string): IDBObjectStore | undefined =>
  (database.backendDB() as IDBDatabase | null)?.transaction(table, 'readonly').objectStore(table);

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The local store gave no answer.'));
    const { transaction } = request;
    // A connection that is lost ends the transaction, and not every browser then answers its requests.
    if (transaction)
      transaction.onabort = () => reject(transaction.error ?? new Error('The local store gave no answer.'));
  });

/** The row of a key, as it is stored. */
export async function readByKey<T>(database: Dexie, table: Table<T>, key: string): Promise<T | undefined> {
  const store = storeOf(database, table.name);
  return store ? answerOf<T | undefined>(store.get(key)) : table.get(key);
}

/** The rows whose index has this value, as they are stored. */
export async function readByIndex<T>(
  database: Dexie,
  table: Table<T>,
  index: string,
  value: string,
): Promise<T[]> {
  const store = storeOf(database, table.name);
  return store ? answerOf<T[]>(store.index(index).getAll(value)) : table.where(index).equals(value).toArray();
}
