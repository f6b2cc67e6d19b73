import type { BrowserContext, Page } from '@playwright/test';

const ATTEMPTS = 3;

/** Goes to the empty page, also when the page is just going somewhere itself and takes the first attempt back. */
async function leave(page: Page): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const hasLeft = await page.goto('about:blank', { timeout: 10_000 }).then(
      () => true,
      () => page.isClosed(),
    );
    if (hasLeft) return;
  }
}

/**
 * Closes a browser once its pages have come to rest. Chromium acknowledges, and then forgets, the closing of a page that
 * is just committing a navigation; whoever waits for it waits for ever.
 */
export async function closeBrowsing(context: BrowserContext): Promise<void> {
  // A page that asks before it is left is left all the same.
  context.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  await Promise.all(context.pages().map(leave));
  await context.close();
}
