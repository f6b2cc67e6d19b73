import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Role } from '#db/access/roles.ts';
import { scan } from './hand-scanner.ts';
import { killBrowser, openPrivate, openProfile, type Size } from './launch.ts';
import { emailOf, signInQuietly } from './sign-in.ts';
import { layWire, type Wire } from './wire.ts';

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

// RxDB's open edition prints an advertisement once per page.
const ADVERT = /rxdb/i;
// Chromium writes each failed request to the console, that of a service worker in a different format; with a
// cut connection these are expected.
const NO_NETWORK = /net::ERR_|An unknown error occurred when fetching the script/;

/** Console problems of a device's pages, and uncaught errors. */
export interface PageProblems {
  list(): readonly string[];
  /** Texts that are expected from here on, for example a 401 that the test provokes. */
  allow(pattern: RegExp): void;
}

/** Listen to all pages of a context. */
export function watchProblems(context: BrowserContext, wireWasCut: () => boolean): PageProblems {
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    const level = message.type();
    if (level !== 'error' && level !== 'warning') return;
    const text = `${message.text()} ${message.location().url}`;
    if (ADVERT.test(text) && level === 'warning') return;
    if (NO_NETWORK.test(text) && wireWasCut()) return;
    if (!allowed.some((pattern) => pattern.test(text))) problems.push(`console ${level}: ${text}`);
  });
  context.on('weberror', (error) => {
    const text = error.error().stack ?? String(error.error());
    if (!allowed.some((pattern) => pattern.test(text))) problems.push(`uncaught: ${text}`);
  });
  return { list: () => problems, allow: (pattern) => void allowed.push(pattern) };
}

/** One user's device: a browser with its own connection to the server. */
export interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly wire: Wire;
  readonly problems: PageProblems;
  /** Take the device offline: the connection is cut and the browser reports offline. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  signIn(role: Role): Promise<void>;
  /** Sign in another user of the demo lab, by email address. */
  signInAs(email: string): Promise<void>;
  /** Open a page of the app by its path. */
  open(path: string): Promise<void>;
  /** Scan a code by hand scanner, 8 ms per character by default. */
  scan(code: string, gapMs?: number): Promise<void>;
  /** Read the text of the sync chip, for example `Synced` or `3 waiting`. */
  chip(): ReturnType<Page['getByRole']>;
  /** Wait until the shell's files are on the device and serve this page. */
  waitUntilCached(): Promise<void>;
  /** Wait until the app and all data of this user are on the device, so that it works offline. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** A device whose browser can be killed and started again on the same profile. */
export interface ProfileDevice extends Device {
  kill(): Promise<void>;
  quit(): Promise<void>;
  start(): Promise<void>;
}

interface Parts {
  wire: Wire;
  /** The running browser; undefined while it is closed. */
  running(): { context: BrowserContext; page: Page; problems: PageProblems } | null;
  offline: { cut: boolean; everCut: boolean };
}

function deviceOf({ wire, running, offline }: Parts): Omit<Device, 'close'> {
  const current = () => {
    const now = running();
    if (!now) throw new Error('The browser of this device is not running.');
    return now;
  };
  return {
    wire,
    get context() {
      return current().context;
    },
    get page() {
      return current().page;
    },
    get problems() {
      return current().problems;
    },
    goOffline: async () => {
      offline.cut = true;
      offline.everCut = true;
      wire.cut();
      await running()?.context.setOffline(true);
    },
    goOnline: async () => {
      offline.cut = false;
      wire.mend();
      await running()?.context.setOffline(false);
    },
    signIn: (role) => signInQuietly(current().context, wire.origin, emailOf(role)),
    signInAs: (email) => signInQuietly(current().context, wire.origin, email),
    open: async (path) => {
      await current().page.goto(`${wire.origin}${path}`);
    },
    scan: (code, gapMs) => scan(current().page, code, gapMs),
    chip: () =>
      current()
        .page.getByRole('banner')
        .getByRole('button', { name: /Synced|waiting|conflict|refused|Offline|Fetching|Sync error/ }),
    ready: async () => {
      const { page } = current();
      await expect(page.getByRole('button', { name: 'Synced' })).toBeVisible();
      await served(page);
    },
    waitUntilCached: () => served(current().page),
  };
}

/** Fail the test when the device's pages wrote problems to the console. */
function judge(problems: readonly string[]): void {
  expect(problems, 'a page must not write problems to the console').toEqual([]);
}

/**
 * Wait until the service worker serves this page. The worker never claims a page that was still loading when
 * it took over: only the next load of that page is served.
 */
async function served(page: Page): Promise<void> {
  const isControlled = await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    // Claiming open pages is part of activation.
    while (active && active.state === 'activating')
      await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }));
    return navigator.serviceWorker.controller !== null;
  });
  if (isControlled) return;
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Chromium's warning of a test that blocks the service worker. */
export const WORKER_WARNING = /Service Worker registration blocked by Playwright/;

/**
 * Open a device that is deleted at the end. With `serviceWorkers: 'block'` it only works online, and starts in half
 * the time, because it does not store the app.
 */
export async function openDevice(
  browser: Browser,
  port: number,
  size: Size,
  serviceWorkers: 'allow' | 'block' = 'allow',
): Promise<Device> {
  const wire = await layWire(port);
  const offline = { cut: false, everCut: false };
  const context = await openPrivate(browser, size, serviceWorkers);
  const problems = watchProblems(context, () => offline.everCut);
  if (serviceWorkers === 'block') problems.allow(WORKER_WARNING);
  const page = await context.newPage();
  const device = deviceOf({ wire, offline, running: () => ({ context, page, problems }) });
  return Object.defineProperties(
    {
      close: async () => {
        await closeBrowsing(context);
        await wire.close();
        judge(problems.list());
      },
    },
    Object.getOwnPropertyDescriptors(device),
  ) as Device;
}

/** Open a device with a profile on disk in `folder`. */
export async function openProfileDevice(
  folder: string,
  port: number,
  size: Size,
  args: readonly string[] = [],
): Promise<ProfileDevice> {
  const wire = await layWire(port);
  const offline = { cut: false, everCut: false };
  const all: PageProblems[] = [];
  const launch = async () => {
    const context = await openProfile(folder, size, args);
    await context.setOffline(offline.cut);
    const problems = watchProblems(context, () => offline.everCut);
    all.push(problems);
    return { context, problems, page: context.pages()[0] ?? (await context.newPage()) };
  };
  let now: Awaited<ReturnType<typeof launch>> | null = await launch();
  const quit = async (): Promise<void> => {
    if (now) await closeBrowsing(now.context);
    now = null;
  };
  const own = {
    quit,
    kill: async () => {
      if (now) await killBrowser(now.context);
      now = null;
    },
    start: async () => {
      now = await launch();
    },
    close: async () => {
      await quit();
      await wire.close();
      judge(all.flatMap((each) => each.list()));
    },
  };
  return Object.defineProperties(
    own,
    Object.getOwnPropertyDescriptors(deviceOf({ wire, offline, running: () => now })),
  ) as ProfileDevice;
}
