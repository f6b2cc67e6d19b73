import type { BrowserContext } from '@playwright/test';

/** Notes every word that the sync chip shows on the pages of this context, so that a lie of a moment is found too. */
export async function noteHeaderWords(context: BrowserContext): Promise<readonly string[]> {
  const words: string[] = [];
  await context.exposeFunction('noteHeaderWord', (word: string) => {
    if (words.at(-1) !== word) words.push(word);
  });
  await context.addInitScript(() => {
    const note = (window as unknown as { noteHeaderWord(word: string): void }).noteHeaderWord;
    new MutationObserver(() => {
      const word = document.querySelector('header button [aria-live]')?.textContent;
      if (word) note(word);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return words;
}
