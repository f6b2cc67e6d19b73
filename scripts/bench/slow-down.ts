import type { Page } from '@playwright/test';

/** Slow the page's processor down, as on a handheld; 1 is full speed. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}
