import type { BrowserContext } from '@playwright/test';

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
