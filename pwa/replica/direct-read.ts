import type { Dexie, Table } from 'dexie';

/**
 * Reads for one step of a scan go directly to IndexedDB: Dexie's own transactions wait for their end and pass
 * every answer through several event-loop turns, which is most of a look-up's time on a slow handheld. While
 * Dexie has no open connection, the read goes through Dexie, which opens one or reports the error.
 */
const storeOf = (database: Dexie, table: string): IDBObjectStore | undefined =>
  (database.backendDB() as IDBDatabase | null)?.transaction(table, 'readonly').objectStore(table);

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The local store gave no answer.'));
    const { transaction } = request;
    // A lost connection ends the transaction, and some browsers then never answer its requests.
    if (transaction)
      transaction.onabort = () => reject(transaction.error ?? new Error('The local store gave no answer.'));
  });

/** Read the stored row of a key. */
export async function readByKey<T>(database: Dexie, table: Table<T>, key: string): Promise<T | undefined> {
  const store = storeOf(database, table.name);
  return store ? answerOf<T | undefined>(store.get(key)) : table.get(key);
}

/** Read the stored rows whose index has this value. */
export async function readByIndex<T>(
  database: Dexie,
  table: Table<T>,
  index: string,
  value: string,
): Promise<T[]> {
  const store = storeOf(database, table.name);
  return store ? answerOf<T[]>(store.index(index).getAll(value)) : table.where(index).equals(value).toArray();
}
