import { mkdirSync } from 'node:fs';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { QUIET, type Stage } from './stage.ts';

declare global {
  interface Window {
    /** Tells the measuring process times in milliseconds, with a space between; installed by `openHandheld`. */
    measured(times: string): void;
  }
}

/** The installed app in a browser of its own, with the screen of a handheld. */
export interface Handheld {
  context: BrowserContext;
  page: Page;
  /** The times that the page tells next, in milliseconds. */
  readTimes(): Promise<number[]>;
}

const LATE_MS = 30_000;

/**
 * What the page itself measured, in the order of its telling. Nothing of the runner is put into the page while it is
 * measured: its locators load half a second's worth of script into a processor that is slowed six times.
 */
async function listen(page: Page): Promise<Handheld['readTimes']> {
  const session = await page.context().newCDPSession(page);
  const reports: number[][] = [];
  let wake: () => void = () => undefined;
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== 'measured') return;
    reports.push(payload.split(' ').map(Number));
    wake();
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'measured' });
  return async () => {
    const timeout = AbortSignal.timeout(LATE_MS);
    while (reports.length === 0) {
      timeout.throwIfAborted();
      await new Promise<void>((resolve) => {
        wake = resolve;
        timeout.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    return reports.shift() ?? [];
  };
}

/** Opens a profile; what it kept from before is there again. */
export async function openHandheld(stage: Stage, profile: string): Promise<Handheld> {
  mkdirSync(profile, { recursive: true });
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: stage.chromiumPath(),
    args: QUIET,
    viewport: { width: 360, height: 740 },
  });
  // The runner's compiler names inner functions with a helper that the page does not have.
  await context.addInitScript('globalThis.__name = (value) => value');
  const page = context.pages()[0] ?? (await context.newPage());
  return { context, page, readTimes: await listen(page) };
}
