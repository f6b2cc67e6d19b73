import type { BrowserContext, Page } from '@playwright/test';

const ATTEMPTS = 3;

/** Go to the empty page, even when a navigation of the page cancels the first attempt. */
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
 * Close a browser once its pages are idle. Chromium acknowledges and then drops the close of a page that is
 * committing a navigation, and the close would never resolve.
 */
export async function closeBrowsing(context: BrowserContext): Promise<void> {
  // A page that asks before leaving is left anyway.
  context.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  await Promise.all(context.pages().map(leave));
  await context.close();
}
