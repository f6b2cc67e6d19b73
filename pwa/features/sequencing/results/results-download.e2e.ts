import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import type { Role } from '#db/access/roles.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import { originOf, signInAt } from '#pwa/testing/browser/shell-world.ts';

test.use({ serviceWorkers: 'block' });

/** A report with this name and every possible byte value, to detect any change in transit. */
const reportOf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([
    Buffer.from(`%PDF-1.4\n% ${name}\n`),
    Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
    Buffer.from('\n%%EOF\n'),
  ]),
});
const WRONG = reportOf('report of swapped tubes.pdf');
const RIGHT = reportOf('corrected report.pdf');
const REASON = 'Two tubes were swapped on the plate.';

/** Console message of a 404 response; the identity provider's file also lacks an icon. */
const NOT_FOUND = /status of 404 \(Not Found\) http:\/\/[^/]+\/(favicon\.ico|api\/s3\/|api\/specimens\/)/;

/** Sign a user of the clinic or of the lab in on a device; returns the page and a function that opens a path. */
async function signInDevice(device: Device, role: Role, entity: BusinessEntity = 'RESONANT') {
  const at = originOf(device.wire.origin, entity);
  const { page, problems } = device;
  problems.allow(NOT_FOUND);
  await signInAt(page, at, entity, role);
  return { page, open: (path: string) => page.goto(`${at}${path}`) };
}
type Person = Awaited<ReturnType<typeof signInDevice>>;

async function checkScreen(page: Page, onPhone: boolean, name: string): Promise<void> {
  expect.soft(await axeFindings(page), `${name} can be used by everybody`).toEqual([]);
  expect.soft(await sidewaysOverflow(page), `${name} does not move sideways`).toEqual([]);
  expect.soft(await smallTargets(page, onPhone), `${name} has large targets`).toEqual([]);
}

const files = (page: Page) => page.getByRole('list', { name: 'Files', exact: true });
/** Show the files of the activity alone, with their actions. */
const showFiles = (page: Page) => page.getByRole('radio', { name: 'Files', exact: true }).check();
const results = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Results', exact: true }) });

/** An order of the clinic with sequenced specimens, and one of these. */
interface Work {
  orderId: string;
  orderNumber: string;
  id: string;
  /** The lab's and the customer's name of the specimen. */
  julianId: string;
  name: string;
}

/** A director finds the order on the home page and approves the results. */
async function approveOnHome({ page, open }: Person, work: Work, title: string): Promise<void> {
  await open('/');
  await page.getByRole('button', { name: work.orderNumber, exact: true }).click();
  const window = page.getByRole('dialog', { name: `Results of ${work.orderNumber}`, exact: true });
  await expect(window.getByText('Results of 1 specimen need your approval.')).toBeVisible();
  await expect(window.getByRole('button', { name: `Download ${title}`, exact: true })).toBeVisible();
  await window.getByRole('button', { name: 'Approve results', exact: true }).click();
  await expect(window).toHaveCount(0);
}

/** Press an action on the specimen's results, first on the page and then in the dialog. */
async function decide(page: Page, work: Work, action: string, reason?: string): Promise<void> {
  await results(page).getByRole('button', { name: action, exact: true }).click();
  const window = page.getByRole('dialog', { name: `${action}: ${work.name}`, exact: true });
  if (reason !== undefined) await window.getByLabel(/^Reason/).fill(reason);
  await window.getByRole('button', { name: action, exact: true }).click();
  await expect(window).toHaveCount(0);
}

/** Download a file of the page; returns its URL. */
async function download(page: Page, { name, buffer }: typeof WRONG): Promise<string> {
  const pendingDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${name}`, exact: true }).click();
  const received = await pendingDownload;
  expect(received.suggestedFilename()).toBe(name);
  expect((await readFile(await received.path())).equals(buffer), `${name} arrives byte by byte`).toBe(true);
  return received.url();
}

/**
 * Read the server's status codes for the user of that page: for the URL of the report, for requesting one,
 * and for listing the files of the order.
 */
function answersTo(page: Page, { orderId }: Work, url: string): Promise<number[]> {
  const { pathname, search } = new URL(url);
  const presignedUrl = `/api/s3/presigned/${pathname.split('/').at(-1)}`;
  const listUrl = `/api/s3/downloads?targetType=Order&targetId=${orderId}&specimens=true`;
  return page.evaluate(
    async ([report, link, list]) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ fileType: 'SPECIMEN_DOCUMENT' });
      const requests = [fetch(report), fetch(link, { method: 'POST', headers, body }), fetch(list)];
      return (await Promise.all(requests)).map(({ status }) => status);
    },
    [`${pathname}${search}`, presignedUrl, listUrl] as const,
  );
}

/** The customer's specimen links to the files of its order. */
async function openResults({ page, open }: Person, work: Work): Promise<void> {
  await open(`/specimens/${work.id}`);
  await expect(page.getByText('Results are ready', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: `order ${work.orderNumber}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: work.orderNumber })).toBeVisible();
}

/** Find a specimen of the clinic's order that was sequenced and awaits its results. */
async function sequenced(pool: pg.Pool): Promise<Work> {
  const { rows } = await pool.query<Work>(
    `SELECT o.id AS "orderId", o.order_number AS "orderNumber", s.id, s.julian_id AS "julianId",
       s.customer_sample_id AS name
       FROM sample t JOIN specimen s ON s.id = t.specimen_id JOIN "order" o ON o.id = s.order_id
       JOIN company c ON c.id = o.company_id
      WHERE c.name = 'Harbor Clinic' AND s.status = 'IN_PROGRESS' AND t.stage = 'SEQUENCING'
        AND t.status IN ('COMPLETED', 'DEPLETED') ORDER BY s.id LIMIT 1`,
  );
  const [work] = rows;
  if (!work) throw new Error('No specimen of the demo lab has its results before it.');
  return work;
}

test('only the customer downloads a released report; a recalled one is gone, and a corrected one is available', async ({
  lab,
  newDevice,
}) => {
  const work = await sequenced(lab.pool);
  const manager = await signInDevice(await newDevice('desktop'), 'PROJECT_MANAGER');
  const director = await signInDevice(await newDevice('handheld'), 'LAB_CLINICAL_DIRECTOR', 'WBL');
  const customer = await signInDevice(await newDevice('handheld'), 'CLINICAL_MANAGER');
  const otherCustomer = await signInDevice(await newDevice('desktop'), 'COMPANY_MANAGER');
  const bench = manager.page;
  const customerPage = customer.page;

  await manager.open(`/lab/specimens/${work.id}`);
  // A lab device shows the server's data until its replica is loaded.
  await expect(bench.getByRole('heading', { level: 1, name: work.julianId, exact: true })).toBeVisible();
  await expect(results(bench)).toContainText('Attach its results for the customer first.');
  await showFiles(bench);
  await bench.getByLabel(/^File type/).selectOption('CLINICAL_REPORT');
  await bench.getByLabel('Files to upload', { exact: true }).setInputFiles(WRONG);
  await expect(files(bench)).toContainText('Visible to customer after release');
  await expect(results(bench)).not.toContainText('Attach its results');
  await expect(results(bench)).toContainText('The clinical director approves its results first.');
  await customer.open(`/orders/${work.orderId}`);
  await showFiles(customerPage);
  await expect(customerPage.getByText('Results are listed here once they are released.')).toBeVisible();

  await approveOnHome(director, work, WRONG.name);
  await bench.reload();
  await expect(results(bench)).toContainText('Ready to release');
  await decide(bench, work, 'Release results');
  await expect(results(bench)).toContainText('Not downloaded yet.');

  await openResults(customer, work);
  const downloadsAll = customerPage.waitForEvent('download');
  await customerPage.getByRole('button', { name: 'Download all', exact: true }).click();
  expect((await downloadsAll).suggestedFilename()).toBe(WRONG.name);
  const url = await download(customerPage, WRONG);
  await bench.reload();
  await expect(results(bench)).toContainText('Downloaded by the customer.');
  await checkScreen(bench, false, 'a specimen whose results are released');
  expect(await answersTo(customerPage, work, url)).toEqual([200, 200, 200]);
  // Another organization gets neither the report nor any hint of it.
  expect(await answersTo(otherCustomer.page, work, url)).toEqual([404, 404, 404]);
  await otherCustomer.open(`/specimens/${work.id}`);
  await expect(otherCustomer.page.getByText('Specimen not found', { exact: true })).toBeVisible();

  await decide(bench, work, 'Recall results', REASON);
  await expect(results(bench)).toContainText('Replace the file that was wrong by the corrected one first.');
  // The open page follows by itself.
  expect(await answersTo(customerPage, work, url)).toEqual([404, 404, 200]);
  await expect(customerPage.getByText('The lab has taken results back', { exact: true })).toBeVisible();
  await expect(files(customerPage)).toHaveCount(0);
  await checkScreen(customerPage, true, 'the order whose results were taken back');
  await customer.open(`/specimens/${work.id}`);
  await expect(customerPage.getByText('The lab has taken its results back', { exact: true })).toBeVisible();
  await expect(customerPage.getByText('Results are being corrected.')).toBeVisible();
  await expect(customerPage.getByText(REASON)).toHaveCount(0);

  await showFiles(bench);
  await bench.getByRole('button', { name: `Replace ${WRONG.name}`, exact: true }).click();
  await bench.getByLabel('Files to upload', { exact: true }).setInputFiles(RIGHT);
  await expect(files(bench)).toContainText('Superseded');
  await expect(results(bench)).not.toContainText('Replace the file that was wrong');
  await approveOnHome(director, work, RIGHT.name);
  await bench.reload();
  await expect(results(bench)).toContainText('Ready to release');
  await decide(bench, work, 'Release results');
  await openResults(customer, work);
  await download(customerPage, RIGHT);
  await showFiles(customerPage);
  // The wrong report stays gone, also at its former URL.
  await expect(files(customerPage).getByRole('listitem').filter({ hasText: WRONG.name })).toHaveCount(0);
  expect(await answersTo(customerPage, work, url)).toEqual([404, 404, 200]);
});
