import type { BrowserContext, Page } from '@playwright/test';

/**
 * Record every text that the sync chip shows on the pages of this context, so that a short wrong status is
 * found too.
 */
export async function recordHeaderStatus(context: BrowserContext): Promise<readonly string[]> {
  const statusTexts: string[] = [];
  await context.exposeFunction('noteHeaderWord', (statusText: string) => {
    if (statusTexts.at(-1) !== statusText) statusTexts.push(statusText);
  });
  await context.addInitScript(() => {
    const note = (window as unknown as { noteHeaderWord(statusText: string): void }).noteHeaderWord;
    new MutationObserver(() => {
      const statusText = document.querySelector('header button [aria-live]')?.textContent;
      if (statusText) note(statusText);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return statusTexts;
}

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
