import { mkdirSync } from 'node:fs';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { QUIET, type Stage } from './stage.ts';

declare global {
  interface Window {
    /**
     * Report times in milliseconds to the measuring process, separated by spaces; installed by
     * `openHandheld`.
     */
    measured(times: string): void;
  }
}

/** The installed app in a browser of its own, with the screen of a handheld. */
export interface Handheld {
  context: BrowserContext;
  page: Page;
  /** Return the next times that the page reports, in milliseconds. */
  readTimes(): Promise<number[]>;
}

const LATE_MS = 30_000;

/**
 * Read the page's own measurements in order. No code of the runner enters the page meanwhile: its locators
 * load half a second's worth of script into a processor that is slowed six times.
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

/** Open a browser profile with its stored data. */
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
