// npm run screenshots [-- --only batch,box] [--folder F]: the pictures of the README, from a demo lab of its own;
// with --menus the side menu of every role in both site variants, with --before <revision> each screen beside
// that of an earlier revision.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { signInOnPage, TECH } from './bench/lab-session.ts';
import { QUIET } from './bench/stage.ts';
import { startLabServer } from './bench/start-lab-server.ts';
import { buildApp } from './build-app.mjs';
import { ROOT } from './install-packages.mjs';
import { takeEarlierScreens, writeComparison } from './screens/compare-screens.ts';
import { SCREENS, type Screen } from './screens/screens.ts';
import { takeMenus } from './screens/take-menus.ts';
import { ensureChromium } from './setup-chromium.mjs';

const VARIANTS = [
  { name: '1440-light', theme: 'light', viewport: { width: 1440, height: 900 } },
  { name: '360-midnight', theme: 'midnight', viewport: { width: 360, height: 740 } },
] as const;

/** Wait until no data are loading any more. */
async function waitUntilIdle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.animate-pulse'));
  // A page that was just opened does not know yet that all its files are cached.
  await page.waitForFunction(() => !document.body.textContent?.includes('Fetching'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

interface Shooting {
  browser: Browser;
  url: string;
  folder: string;
  screens: readonly Screen[];
}

/** Take the screens of one account in one size and theme. */
async function takeScreens(
  { browser, url, folder, screens }: Shooting,
  account: string,
  variant: (typeof VARIANTS)[number],
): Promise<void> {
  const context = await browser.newContext({ viewport: variant.viewport, reducedMotion: 'reduce' });
  await context.addInitScript(`localStorage.setItem('theme', '${variant.theme}')`);
  const page = await context.newPage();
  await signInOnPage(page, url, account);
  if (account === TECH) await page.getByText('Synced').first().waitFor({ timeout: 60_000 });
  for (const { name, address, prepare } of screens.filter((screen) => screen.account === account)) {
    const file = `${name}-${variant.name}.png`;
    try {
      await page.goto(`${url}${address}`);
      await waitUntilIdle(page);
      await prepare?.(page);
      await waitUntilIdle(page);
    } catch (error) {
      if (!values['skip-missing']) throw error;
      console.log(`${file} is left out: this revision has no such screen`);
      continue;
    }
    await page.screenshot({ path: path.join(folder, file) });
    console.log(file);
  }
  await context.close();
}

const { values } = parseArgs({
  options: {
    dist: { type: 'string' },
    only: { type: 'string' },
    folder: { type: 'string' },
    before: { type: 'string' },
    menus: { type: 'boolean' },
    'skip-missing': { type: 'boolean' },
  },
});
const only = values.only?.split(',');
const comparison = path.join(ROOT, '.cache', 'screens');
const folder = path.resolve(
  values.folder ?? (values.before ? path.join(comparison, 'after') : path.join(ROOT, 'docs', 'screens')),
);
// The README shows screens of the bench; the others are compared only.
const screens = SCREENS.filter(({ name, account }) => {
  if (only) return only.includes(name);
  return values.folder !== undefined || values.before !== undefined || account === TECH;
});
if (values.before) takeEarlierScreens(values.before, path.join(comparison, 'before'), values.only);
if (!values.dist) buildApp();
mkdirSync(folder, { recursive: true });
const home = mkdtempSync(path.join(os.tmpdir(), 'benchside-screens-'));
const server = await startLabServer({ dist: values.dist ?? path.join(ROOT, 'dist'), dataDirectory: home });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: QUIET });
try {
  if (values.menus) await takeMenus(browser, server.url, folder);
  else
    for (const account of new Set(screens.map((screen) => screen.account)))
      for (const variant of VARIANTS)
        await takeScreens({ browser, url: server.url, folder, screens }, account, variant);
  if (values.before) console.log(writeComparison(comparison, values.before));
} finally {
  await browser.close();
  await server.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
}
process.exit();
