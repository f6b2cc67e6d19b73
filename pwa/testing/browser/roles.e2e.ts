import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Role } from '#db/access/roles.ts';
import { test } from './bench-test.ts';
import type { Device } from './device.ts';

/** Users without a bench, each with one of its pages that they open anyway. gates.e2e.ts tests all paths. */
const WITHOUT_BENCH = [
  { role: 'COMPANY_MANAGER', path: '/lab/samples/check-in' },
  { role: 'INSTITUTION_USER', path: '/lab/specimens/accession' },
  { role: 'BILLING_MANAGER', path: '/lab/assigned-sections' },
] as const satisfies readonly { role: Role; path: string }[];
const REFUSAL_TEXT = 'You do not have permission to perform this action.';

async function become(device: Device, role: Role): Promise<void> {
  // The previous user's page sends no more requests once their session is gone.
  await device.page.goto('about:blank');
  await device.context.clearCookies();
  await device.signIn(role);
}

/** Record the app files that a page requests, to detect downloads of the bench. */
function noteFiles(context: BrowserContext): string[] {
  const files: string[] = [];
  context.on('request', (request) => files.push(new URL(request.url()).pathname));
  return files;
}

const benchFiles = (files: readonly string[]): string[] =>
  files.filter((file) => file.startsWith('/assets/bench/'));

/** List the paths of all files that this device has cached for offline use. */
const cachedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return all.flat().map(({ url }) => new URL(url).pathname);
  });

const refusal = (page: Page) => page.getByText(REFUSAL_TEXT);

test('customers and billing see no bench, and never download it', async ({ newDevice }) => {
  const device = await newDevice('desktop');
  const files = noteFiles(device.context);
  for (const { role, path } of WITHOUT_BENCH)
    await test.step(role, async () => {
      await become(device, role);
      await device.open('/');
      await expect(device.page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
      await expect(device.chip()).toHaveCount(0);
      await expect(device.page.getByRole('link', { name: /Samples|Batches/ })).toHaveCount(0);
      await device.open(path);
      await expect(refusal(device.page)).toBeVisible();
      expect(benchFiles(files)).toEqual([]);
    });
  await device.waitUntilCached();
  const cachedPaths = await cachedFiles(device.page);
  expect(cachedPaths.length).toBeGreaterThan(10);
  expect(benchFiles(cachedPaths)).toEqual([]);
  expect(benchFiles(files)).toEqual([]);
});

test("a bench user's device has the whole bench before it shows Synced, also after a customer used it", async ({
  newDevice,
}) => {
  const device = await newDevice('handheld');
  await become(device, 'COMPANY_USER');
  await device.open('/');
  await expect(device.page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await device.waitUntilCached();
  expect(benchFiles(await cachedFiles(device.page))).toEqual([]);
  await become(device, 'LAB_TECH');
  await device.open('/');
  await device.ready();
  expect(benchFiles(await cachedFiles(device.page)).length).toBeGreaterThan(40);
  await device.goOffline();
  for (const path of [
    '/lab/samples/move',
    '/lab/batches',
    '/lab/specimens/accession',
    '/lab/queue',
    '/data-sync',
  ]) {
    await device.open(path);
    await expect(device.page.locator('h1')).toBeVisible();
  }
});

test('a billing manager who opens the queue sees his permissions and no broken page', async ({
  newDevice,
}) => {
  const device = await newDevice('desktop');
  await device.signIn('BILLING_MANAGER');
  await device.open('/lab/queue');
  await expect(device.page.locator('h1')).toBeVisible();
  await expect(device.page.getByText('Something went wrong on this page')).toHaveCount(0);
});

test('a project manager reads samples but cannot receive, check in, check out or move any', async ({
  newDevice,
}) => {
  const device = await newDevice('handheld');
  await device.signIn('PROJECT_MANAGER');
  await device.open('/lab/samples');
  await expect(device.page.getByRole('heading', { name: 'Samples', level: 1 })).toBeVisible();
  for (const path of [
    '/lab/specimens/accession',
    '/lab/samples/check-in',
    '/lab/samples/check-out',
    '/lab/samples/move',
  ]) {
    await device.open(path);
    await expect(refusal(device.page)).toBeVisible();
  }
});
