import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test';
import { findChromium } from '#scripts/setup-chromium.mjs';

/** The two widths that every screen must support. */
export const SIZES = {
  handheld: { viewport: { width: 360, height: 740 }, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 }, hasTouch: false },
} as const;
export type Size = keyof typeof SIZES;

/** Environment variable: run the journeys at both widths. */
const ALL_SIZES = 'ALL_SIZES';

/**
 * Return the widths at which a journey runs: the one where its users usually are, and with `ALL_SIZES=1` both. The
 * walks over all screens always measure both.
 */
export const sizesOfJourney = (usual: Size): readonly Size[] =>
  process.env[ALL_SIZES] === '1' ? ['handheld', 'desktop'] : [usual];

/**
 * The sandbox needs rights that root in a container lacks; the browser only opens this project's own server.
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const contextOptions = (size: Size): BrowserContextOptions => ({
  ...SIZES[size],
  locale: 'en-US',
  timezoneId: 'America/New_York',
  permissions: ['camera'],
});

/** Launch a browser without a persistent profile. */
export const openPrivate = (
  browser: Browser,
  size: Size,
  serviceWorkers: 'allow' | 'block',
): Promise<BrowserContext> => browser.newContext({ ...contextOptions(size), serviceWorkers });

/** Launch a browser with a profile on disk, which can be killed and started again. */
export async function openProfile(
  folder: string,
  size: Size,
  args: readonly string[] = [],
): Promise<BrowserContext> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found. Run: node scripts/setup-chromium.mjs');
  return chromium.launchPersistentContext(folder, {
    ...contextOptions(size),
    executablePath,
    headless: true,
    args: [...CHROMIUM_ARGS, ...args],
  });
}

/** Kill a browser at once, as an empty battery does: nothing is closed or flushed. */
export async function killBrowser(context: BrowserContext): Promise<void> {
  const browser = context.browser();
  if (!browser) throw new Error('This context has no browser of its own.');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const main = processInfo.find(({ type }) => type === 'browser');
  if (!main) throw new Error('The browser does not tell its process.');
  const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
  process.kill(main.id, 'SIGKILL');
  await closed;
}
