import type { Page } from '@playwright/test';
import { z } from 'zod';
import { MANAGER, TECH } from '../bench/lab-session.ts';

const CUSTOMER = 'company-manager@wbl.example';
const PROJECT_MANAGER = 'project-manager@wbl.example';
const BILLING = 'billing-manager@wbl.example';

/** A screen: who opens it, its address, and the steps before its picture. */
export interface Screen {
  name: string;
  /** Email address of a demo account. */
  account: string;
  address: string;
  prepare?: (page: Page) => Promise<void>;
}

const scanned = async (page: Page, code: string): Promise<void> => {
  await page.locator('[data-scan-field]').first().waitFor();
  await page.keyboard.type(code, { delay: 4 });
  await page.keyboard.press('Enter');
  await page.locator('[data-verdict]').first().waitFor();
};

/** Open the record of the first row of a list. */
const openFirstRow = async (page: Page): Promise<void> => {
  await page.locator('tbody tr a, main li a').first().click();
  await page.waitForURL(/\/[0-9A-Z]{26}/);
};

export const SCREENS: readonly Screen[] = [
  { name: 'home', account: TECH, address: '/' },
  { name: 'receive', account: TECH, address: '/lab/specimens/accession' },
  {
    name: 'move',
    account: TECH,
    address: '/lab/samples/move',
    prepare: async (page) => scanned(page, await storedCode(page)),
  },
  { name: 'batches', account: TECH, address: '/lab/batches' },
  {
    name: 'batch',
    account: TECH,
    address: '/lab/batches',
    prepare: async (page) => {
      await openScreen(page, `/lab/batches/${await fullest(page, 'batchId')}`);
      await page.getByRole('tab', { name: /^Plate/ }).click();
    },
  },
  { name: 'sections', account: TECH, address: '/lab/assigned-sections' },
  {
    name: 'section',
    account: TECH,
    address: '/lab/assigned-sections',
    prepare: async (page) => openScreen(page, `/lab/assigned-sections/${await begunSection(page)}`),
  },
  { name: 'queue', account: TECH, address: '/lab/queue' },
  { name: 'samples', account: TECH, address: '/lab/samples' },
  { name: 'storage', account: TECH, address: '/lab/inventory/storage-management' },
  {
    name: 'box',
    account: TECH,
    address: '/lab/inventory/storage-management',
    prepare: async (page) =>
      openScreen(page, `/lab/inventory/storage-management/${await fullest(page, 'storageLocationId')}`),
  },
  { name: 'data-sync', account: TECH, address: '/data-sync' },
  { name: 'procedures', account: MANAGER, address: '/lab/procedures' },
  { name: 'procedure', account: MANAGER, address: '/lab/procedures', prepare: openFirstRow },
  { name: 'flows', account: MANAGER, address: '/lab/flows' },
  { name: 'flow', account: MANAGER, address: '/lab/flows', prepare: openFirstRow },
  { name: 'protocols', account: MANAGER, address: '/lab/protocols' },
  { name: 'protocol', account: MANAGER, address: '/lab/protocols', prepare: openFirstRow },
  { name: 'customer-home', account: CUSTOMER, address: '/' },
  { name: 'new-order', account: CUSTOMER, address: '/order/create' },
  { name: 'orders', account: CUSTOMER, address: '/orders' },
  { name: 'order', account: CUSTOMER, address: '/orders', prepare: openFirstRow },
  { name: 'own-specimens', account: CUSTOMER, address: '/specimens' },
  { name: 'own-specimen', account: CUSTOMER, address: '/specimens', prepare: openFirstRow },
  { name: 'invoices', account: CUSTOMER, address: '/invoices' },
  { name: 'office-home', account: PROJECT_MANAGER, address: '/' },
  { name: 'lab-orders', account: PROJECT_MANAGER, address: '/lab/orders' },
  { name: 'billing-home', account: BILLING, address: '/' },
  { name: 'billing-invoices', account: BILLING, address: '/billing/invoices' },
  { name: 'organizations', account: BILLING, address: '/organizations' },
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
