import type { Page } from '@playwright/test';

/** Age the sign-in of this device, and its last password confirmation, by this many hours. */
export const ageSignIn = (page: Page, hours: number): Promise<void> =>
  page.evaluate(async (ms) => {
    interface StoredRow {
      value: { session?: { signedInAt?: string | null }; at?: number };
    }
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const age = async (database: IDBDatabase, table: string, key: string): Promise<void> => {
      if (!database.objectStoreNames.contains(table)) return;
      const rows = database.transaction(table, 'readwrite').objectStore(table);
      const row = await answer<StoredRow | undefined>(rows.get(key));
      if (!row) return;
      const { session, at } = row.value;
      if (session?.signedInAt)
        session.signedInAt = new Date(Date.parse(session.signedInAt) - ms).toISOString();
      if (at !== undefined) row.value.at = at - ms;
      await answer(rows.put(row));
    };
    for (const { name } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name ?? ''));
      await age(database, 'session', 'current');
      await age(database, 'settings', 'passwordConfirmed');
      database.close();
    }
  }, hours * 3_600_000);
