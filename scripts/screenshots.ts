// npm run screenshots [-- --dist folder]: the pictures of the README, from a demo lab of its own.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { signInOnPage, TECH } from './bench/demo-account.ts';
import { startLabServer } from './bench/lab-server.ts';
import { QUIET } from './bench/stage.ts';
import { buildApp } from './build-app.mjs';
import { ROOT } from './install-packages.mjs';
import { ensureChromium } from './setup-chromium.mjs';

const FOLDER = path.join(ROOT, 'docs', 'screens');

const LOOKS = [
  { name: '1440-light', theme: 'light', viewport: { width: 1440, height: 900 } },
  { name: '360-midnight', theme: 'midnight', viewport: { width: 360, height: 740 } },
] as const;

/** A screen: where it is, and what is done there before the picture is taken. */
interface Screen {
  name: string;
  address: string;
  prepare?: (page: Page) => Promise<void>;
}

const scanned = async (page: Page, code: string): Promise<void> => {
  await page.locator('[data-scan-field]').first().waitFor();
  await page.keyboard.type(code, { delay: 4 });
  await page.keyboard.press('Enter');
  await page.locator('[data-verdict]').first().waitFor();
};

/** Opens the first record of a list that suits. */
const openFirst = async (page: Page, link: RegExp, text?: RegExp): Promise<void> => {
  const links = page.locator('main a').filter(text ? { hasText: text } : {});
  await links.first().waitFor();
  const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  const first = addresses.find((address) => link.test(address));
  if (!first) throw new Error(`No link like ${link} on ${page.url()}.`);
  await page.goto(new URL(first, page.url()).toString());
};

const SCREENS: readonly Screen[] = [
  { name: 'home', address: '/' },
  { name: 'receive', address: '/lab/specimens/accession' },
  {
    name: 'move',
    address: '/lab/samples/move',
    prepare: async (page) => scanned(page, await storedCode(page)),
  },
  { name: 'batches', address: '/lab/batches' },
  { name: 'batch', address: '/lab/batches', prepare: (page) => openFirst(page, /\/lab\/batches\/[^/]+$/) },
  { name: 'sections', address: '/lab/assigned-sections' },
  {
    name: 'section',
    address: '/lab/assigned-sections',
    prepare: (page) => openFirst(page, /\/lab\/assigned-sections\/[^/]+$/),
  },
  { name: 'queue', address: '/lab/queue' },
  { name: 'samples', address: '/lab/samples' },
  { name: 'storage', address: '/lab/inventory/storage-management' },
  { name: 'box', address: '', prepare: async (page) => void (await page.goto(await fullestBox(page))) },
  { name: 'data-sync', address: '/data-sync' },
];

/** Asks the lab's own API, as the signed-in person. */
async function asked(page: Page, address: string): Promise<Record<string, unknown>[]> {
  const answer: unknown = await page.evaluate(async (url) => (await fetch(url)).json(), address);
  const rows: unknown = Array.isArray(answer) ? answer : Object.values(Object(answer)).find(Array.isArray);
  if (!Array.isArray(rows)) throw new Error(`${address} gave no list.`);
  return rows;
}

async function storedSamples(page: Page): Promise<Record<string, unknown>[]> {
  const documents = await asked(page, '/api/sync/snapshot?limit=5000');
  const bodies = documents.filter(({ kind }) => kind === 'Sample').map(({ body }) => Object(body));
  return bodies.filter((body) => body['storagePosition'] !== null);
}

async function storedCode(page: Page): Promise<string> {
  return String((await storedSamples(page))[0]?.['barcode']);
}

async function fullestBox(page: Page): Promise<string> {
  const counts = new Map<string, number>();
  for (const { storageLocationId } of await storedSamples(page)) {
    const id = String(storageLocationId);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const [fullest] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return new URL(`/lab/inventory/storage-management/${fullest}`, page.url()).toString();
}

/** Waits until nothing is being read any more. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.animate-pulse'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function takeAll(browser: Browser, url: string, look: (typeof LOOKS)[number]): Promise<void> {
  const context = await browser.newContext({ viewport: look.viewport, reducedMotion: 'reduce' });
  await context.addInitScript(`localStorage.setItem('theme', '${look.theme}')`);
  const page = await context.newPage();
  await signInOnPage(page, url, TECH);
  await page.getByText('Synced').first().waitFor({ timeout: 60_000 });
  for (const { name, address, prepare } of SCREENS) {
    if (address !== '') await page.goto(`${url}${address}`);
    await settled(page);
    await prepare?.(page);
    await settled(page);
    await page.screenshot({ path: path.join(FOLDER, `${name}-${look.name}.png`) });
    console.log(`${name}-${look.name}.png`);
  }
  await context.close();
}

const { values } = parseArgs({ options: { dist: { type: 'string' } } });
if (!values.dist) buildApp();
mkdirSync(FOLDER, { recursive: true });
const home = mkdtempSync(path.join(os.tmpdir(), 'benchside-screens-'));
const server = await startLabServer({ dist: values.dist ?? path.join(ROOT, 'dist'), dataDirectory: home });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: QUIET });
try {
  for (const look of LOOKS) await takeAll(browser, server.url, look);
} finally {
  await browser.close();
  await server.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
}
process.exit();
