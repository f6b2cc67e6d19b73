import type { Page } from '@playwright/test';

/**
 * Wait until the page's pending writes are on the device's disk: the screen shows a scan before that. A read
 * of all tables runs after every write that was started before it.
 */
export const waitUntilPersisted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name ?? ''));
      const tables = [...database.objectStoreNames];
      if (tables.length > 0) {
        const reading = database.transaction(tables, 'readonly');
        await Promise.all(tables.map((table) => answer(reading.objectStore(table).getKey('nothing'))));
      }
      database.close();
    }
  });
