import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Role } from '#db/access/roles.ts';
import { closeBrowsing } from './close-browsing.ts';
import { scan } from './hand-scanner.ts';
import { killBrowser, openPrivate, openProfile, type Size } from './launch.ts';
import { type PageProblems, watchProblems } from './page-problems.ts';
import { emailOf, signInQuietly } from './sign-in.ts';
import { layWire, type Wire } from './wire.ts';

/** One person's device: a browser, and a wire of its own to the server. */
export interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly wire: Wire;
  readonly problems: PageProblems;
  /** The network is really gone: the wire is cut and the browser knows it. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  signIn(role: Role): Promise<void>;
  /** Signs in somebody else of the demo lab, by the address. */
  signInAs(email: string): Promise<void>;
  /** Opens a page of the app by its path. */
  open(path: string): Promise<void>;
  /** Scans a code by hand scanner, 8 ms a character unless given. */
  scan(code: string, gapMs?: number): Promise<void>;
  /** The word of the header, for example `Synced` or `3 waiting`. */
  chip(): ReturnType<Page['getByRole']>;
  /** The files of the app that everybody gets are on the device, and this page is served from them. */
  waitUntilCached(): Promise<void>;
  /** The app and all data of this person are on the device; from here on it works without a network. */
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
  /** The browser as it runs now; nothing while it is closed. */
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

/** Fails the test when the device's pages wrote problems to the console. */
function judge(problems: readonly string[]): void {
  expect(problems, 'a page must not write problems to the console').toEqual([]);
}

/**
 * The service worker serves this page from here on. A page that was still loading when the worker took over was not
 * taken along, however long one waits: its next load is the first that the worker serves.
 */
async function served(page: Page): Promise<void> {
  const isControlled = await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    // Taking over the open pages is a part of becoming active.
    while (active && active.state === 'activating')
      await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }));
    return navigator.serviceWorker.controller !== null;
  });
  if (isControlled) return;
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Opens a device that is thrown away at the end. */
export async function openDevice(browser: Browser, port: number, size: Size): Promise<Device> {
  const wire = await layWire(port);
  const offline = { cut: false, everCut: false };
  const context = await openPrivate(browser, size);
  const problems = watchProblems(context, () => offline.everCut);
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

/** Opens a device with a profile on disk in `folder`. */
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
