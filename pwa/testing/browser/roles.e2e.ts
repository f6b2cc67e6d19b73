import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Role } from '#db/access/roles.ts';
import { test } from './bench-test.ts';
import type { Device } from './device.ts';

/** Who has no bench, each with a page of it that they open all the same. All paths are tried in gates.e2e.ts. */
const WITHOUT_BENCH = [
  { role: 'COMPANY_MANAGER', path: '/lab/samples/check-in' },
  { role: 'INSTITUTION_USER', path: '/lab/specimens/accession' },
  { role: 'BILLING_MANAGER', path: '/lab/assigned-sections' },
] as const satisfies readonly { role: Role; path: string }[];
const REFUSAL_TEXT = 'You do not have permission to perform this action.';

async function become(device: Device, role: Role): Promise<void> {
  // The page of the person before asks nothing any more once their session is gone.
  await device.page.goto('about:blank');
  await device.context.clearCookies();
  await device.signIn(role);
}

/** Files of the app that a page asks for, to see who downloads the bench. */
function noteFiles(context: BrowserContext): string[] {
  const files: string[] = [];
  context.on('request', (request) => files.push(new URL(request.url()).pathname));
  return files;
}

const benchFiles = (files: readonly string[]): string[] =>
  files.filter((file) => file.startsWith('/assets/bench/'));

/** Paths of all files that this device has for use without a network. */
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

test('whoever signs in to the bench has all of it on the device before it says Synced, also after a customer used it', async ({
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

test('a billing manager who opens the queue is told what he may do, and meets no broken page', async ({
  newDevice,
}) => {
  const device = await newDevice('desktop');
  await device.signIn('BILLING_MANAGER');
  await device.open('/lab/queue');
  await expect(device.page.locator('h1')).toBeVisible();
  await expect(device.page.getByText('Something went wrong on this page')).toHaveCount(0);
});

test('a project manager reads samples but receives none and cannot check any in, out or elsewhere', async ({
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
