// npm run screenshots [-- --only batch,box] [--dist folder]: the pictures of the README, from a demo lab of
// its own; with --menus the side menu of every role in both site variants.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { roleLabel } from '#db/access/role-labels.ts';
import type { Role } from '#db/access/roles.ts';
import { DEMO_ROLES } from '#db/demo/demo-people.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { originOf, SITES, shownMenu, signInAt } from '#pwa/testing/browser/shell-world.ts';
import { signInOnPage, TECH } from './bench/lab-session.ts';
import { QUIET } from './bench/stage.ts';
import { startLabServer } from './bench/start-lab-server.ts';
import { buildApp } from './build-app.mjs';
import { ROOT } from './install-packages.mjs';
import { ensureChromium } from './setup-chromium.mjs';

interface Picture {
  role: Role;
  png: Buffer;
}

async function pictureOf(
  browser: Browser,
  origin: string,
  entity: BusinessEntity,
  role: Role,
): Promise<Picture> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 2000 } });
  await signInAt(page, origin, entity, role);
  await page.goto(`${origin}/settings`);
  await shownMenu(page);
  // A menu entry under the pointer looks like that of the open page, so the pointer moves away.
  await page.mouse.move(1000, 1000);
  const png = await page.getByRole('navigation', { name: 'Main menu' }).screenshot();
  await page.close();
  return { role, png };
}

const figure = ({ role, png }: Picture): string =>
  `<figure><figcaption>${roleLabel(role, null)}</figcaption><img src="data:image/png;base64,${png.toString('base64')}"></figure>`;

const sheet = (pictures: readonly Picture[]): string => `<!doctype html><style>
  body { margin: 0; padding: 24px; width: 2400px; background: #f3f5f6; font: 15px system-ui, sans-serif; columns: 9; column-gap: 16px; }
  figure { margin: 0 0 20px; break-inside: avoid; background: #fff; border: 1px solid #d5dce0; border-radius: 8px; overflow: hidden; }
  figcaption { padding: 10px 12px; font-weight: 600; border-bottom: 1px solid #d5dce0; }
  img { display: block; }
</style>${pictures.map(figure).join('')}`;

/** Take one picture for each site variant, with the side menu of every role. */
async function takeMenus(browser: Browser, url: string, folder: string): Promise<void> {
  for (const entity of BUSINESS_ENTITIES) {
    const origin = originOf(url.replace('127.0.0.1', 'localhost'), entity);
    const pictures: Picture[] = [];
    for (const role of DEMO_ROLES[entity]) pictures.push(await pictureOf(browser, origin, entity, role));
    const sheetPage = await browser.newPage({ viewport: { width: 2448, height: 1200 } });
    await sheetPage.setContent(sheet(pictures));
    const name = `menus-${SITES[entity].variant}.png`;
    await sheetPage.screenshot({ path: path.join(folder, name), fullPage: true });
    console.log(name);
    await sheetPage.close();
  }
}

const FOLDER = path.join(ROOT, 'docs', 'screens');

const VARIANTS = [
  { name: '1440-light', theme: 'light', viewport: { width: 1440, height: 900 } },
  { name: '360-midnight', theme: 'midnight', viewport: { width: 360, height: 740 } },
] as const;

/** A screen: its address, and the steps before its picture. */
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

const SCREENS: readonly Screen[] = [
  { name: 'home', address: '/' },
  { name: 'receive', address: '/lab/specimens/accession' },
  {
    name: 'move',
    address: '/lab/samples/move',
    prepare: async (page) => scanned(page, await storedCode(page)),
  },
  { name: 'batches', address: '/lab/batches' },
  {
    name: 'batch',
    address: '/lab/batches',
    prepare: async (page) => {
      await openScreen(page, `/lab/batches/${await fullest(page, 'batchId')}`);
      await page.getByRole('tab', { name: /^Plate/ }).click();
    },
  },
  { name: 'sections', address: '/lab/assigned-sections' },
  {
    name: 'section',
    address: '/lab/assigned-sections',
    prepare: async (page) => openScreen(page, `/lab/assigned-sections/${await begunSection(page)}`),
  },
  { name: 'queue', address: '/lab/queue' },
  { name: 'samples', address: '/lab/samples' },
  { name: 'storage', address: '/lab/inventory/storage-management' },
  {
    name: 'box',
    address: '/lab/inventory/storage-management',
    prepare: async (page) =>
      openScreen(page, `/lab/inventory/storage-management/${await fullest(page, 'storageLocationId')}`),
  },
  { name: 'data-sync', address: '/data-sync' },
];

const Snapshot = z.object({
  documents: z.array(z.object({ kind: z.string(), body: z.record(z.string(), z.unknown()) })),
});

/** Load the lab's records of one kind, as this person's device would. */
async function recordsOf(page: Page, kind: string): Promise<Record<string, unknown>[]> {
  const answer: unknown = await page.evaluate(async () =>
    (await fetch('/api/sync/snapshot?limit=5000')).json(),
  );
  const { documents } = Snapshot.parse(answer);
  return documents.filter((document) => document.kind === kind).map(({ body }) => body);
}

async function storedCode(page: Page): Promise<string> {
  const samples = await recordsOf(page, 'Sample');
  const usual = samples.find((body) => body['storagePosition'] !== null && body['status'] === 'IN_QUEUE');
  return String((usual ?? samples[0])?.['barcode']);
}

/** Find the batch or the location with the most samples. */
async function fullest(page: Page, field: 'batchId' | 'storageLocationId'): Promise<string> {
  const counts = new Map<string, number>();
  for (const body of await recordsOf(page, 'Sample')) {
    const id = body[field];
    if (typeof id === 'string') counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

async function begunSection(page: Page): Promise<string> {
  const sections = await recordsOf(page, 'AssignedSection');
  const runningSection = sections.find((body) => body['status'] === 'IN_PROGRESS') ?? sections[0];
  return String(runningSection?.['id']);
}

const openScreen = async (page: Page, address: string): Promise<void> => {
  await page.goto(new URL(address, page.url()).toString());
};

/** Wait until no data are loading any more. */
async function waitUntilIdle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.animate-pulse'));
  // A page that was just opened does not know yet that all its files are cached.
  await page.waitForFunction(() => !document.body.textContent?.includes('Fetching'));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function takeAll(browser: Browser, url: string, variant: (typeof VARIANTS)[number]): Promise<void> {
  const context = await browser.newContext({ viewport: variant.viewport, reducedMotion: 'reduce' });
  await context.addInitScript(`localStorage.setItem('theme', '${variant.theme}')`);
  const page = await context.newPage();
  await signInOnPage(page, url, TECH);
  await page.getByText('Synced').first().waitFor({ timeout: 60_000 });
  for (const { name, address, prepare } of SCREENS) {
    if (only && !only.includes(name)) continue;
    await page.goto(`${url}${address}`);
    await waitUntilIdle(page);
    await prepare?.(page);
    await waitUntilIdle(page);
    await page.screenshot({ path: path.join(FOLDER, `${name}-${variant.name}.png`) });
    console.log(`${name}-${variant.name}.png`);
  }
  await context.close();
}

const { values } = parseArgs({
  options: { dist: { type: 'string' }, only: { type: 'string' }, menus: { type: 'boolean' } },
});
const only = values.only?.split(',');
if (!values.dist) buildApp();
mkdirSync(FOLDER, { recursive: true });
const home = mkdtempSync(path.join(os.tmpdir(), 'benchside-screens-'));
const server = await startLabServer({ dist: values.dist ?? path.join(ROOT, 'dist'), dataDirectory: home });
const browser = await chromium.launch({ executablePath: ensureChromium(), args: QUIET });
try {
  if (values.menus) await takeMenus(browser, server.url, FOLDER);
  else for (const variant of VARIANTS) await takeAll(browser, server.url, variant);
} finally {
  await browser.close();
  await server.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
}
process.exit();
