import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { axeFindings } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';

test.use({ serviceWorkers: 'block' });

const COMMENT = 'A tenth of the reads are bacterial; the others reach the target.';

interface Sequenced {
  orderId: string;
  /** The customer's name of a specimen whose sample passed, and the label of the sample. */
  name: string;
  passed: string;
  /** The label of the sample below its target. */
  below: string;
}

/** Find the order whose run waits for its verdict, and give it to an organization whose managers see their orders. */
async function findSequenced(pool: pg.Pool): Promise<Sequenced> {
  const { rows } = await pool.query<{ orderId: string; name: string; barcode: string; qc: string }>(
    `SELECT s.order_id AS "orderId", s.customer_sample_id AS name, t.barcode, x.qc_status AS qc
       FROM sample_result x JOIN batch_result r ON r.id = x.batch_result_id
       JOIN sample t ON t.id = x.sample_id JOIN specimen s ON s.id = t.specimen_id
      WHERE r.flow_cell_id = 'PAG65776' ORDER BY t.barcode`,
  );
  const passed = rows.find(({ qc }) => qc === 'PASS');
  const below = rows.find(({ qc }) => qc === 'PENDING');
  if (!passed || !below) throw new Error('The demo lab has no run with a passed and an undecided sample.');
  await pool.query(
    `UPDATE "order" SET company_id = m.company_id, created_by_user_id = m.user_id
       FROM (SELECT company_id, user_id FROM user_company WHERE role = 'COMPANY_MANAGER' AND entity = 'WBL'
              ORDER BY id LIMIT 1) m WHERE id = $1`,
    [passed.orderId],
  );
  return { ...passed, passed: passed.barcode, below: below.barcode };
}

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Confirm a dialog with the button of its name, after its text was entered. */
async function confirm(
  page: Page,
  name: string | RegExp,
  button: string,
  texts: Record<string, string> = {},
) {
  const dialog = dialogOf(page, name);
  for (const [label, text] of Object.entries(texts)) await dialog.getByLabel(label).fill(text);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Open the order, and select a specimen among its results. */
async function selectResult(device: Device, { orderId, name }: Sequenced): Promise<void> {
  await device.open(`/lab/orders/${orderId}`);
  const { page } = device;
  const heading = page.getByRole('heading', { name: 'Results', exact: true });
  const results = page.locator('section').filter({ has: heading });
  await results.getByRole('checkbox', { name: `Select ${name}` }).check();
}

/** Create the QC report of the selected specimen, and release its results. */
async function reportAndRelease(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create QC report' }).click();
  await expect(page.getByText('QC report created')).toBeVisible();
  await page.getByRole('button', { name: /^Release results/ }).click();
  await confirm(page, /^Release results/, 'Release results');
}

test('a run is judged, topped up and reported; its results are released, recalled and corrected', async ({
  lab,
  newDevice,
}) => {
  const work = await findSequenced(lab.pool);
  const manager = await newDevice('desktop');
  await manager.signIn('LAB_MANAGER');
  const bench = manager.page;
  await manager.open('/internal/results');
  await bench
    .getByRole('link', { name: /PAG65776/ })
    .first()
    .click();
  await bench.getByRole('button', { name: 'Give verdict' }).click();
  await confirm(bench, 'Verdict on the run', 'Give verdict');
  await expect(bench.getByText('Passed by').first()).toBeVisible();

  await bench.getByRole('button', { name: `Top up ${work.below}` }).click();
  await confirm(bench, `Continue sequencing ${work.below}?`, 'Queue for sequencing');
  await expect(bench.getByRole('button', { name: `Top up ${work.below}` })).toHaveCount(0);

  await bench.getByRole('button', { name: `Decide ${work.passed}` }).click();
  await dialogOf(bench, `Verdict on ${work.passed}`).getByLabel('Verdict').selectOption('FAIL');
  await confirm(bench, `Verdict on ${work.passed}`, 'Give verdict', { Reason: 'Bacterial reads.' });
  expect(await axeFindings(bench)).toEqual([]);

  await selectResult(manager, work);
  await bench.getByRole('button', { name: `Accept failed sample ${work.passed}` }).click();
  const accept = `Accept failed sample ${work.passed}`;
  await confirm(bench, accept, 'Accept sample', { 'Comment for the customer': COMMENT });
  await expect(bench.getByText(`On the report: ${COMMENT}`)).toBeVisible();
  await reportAndRelease(bench);

  const customer = await newDevice('handheld');
  customer.problems.allow(/status of 404/);
  await customer.signIn('COMPANY_MANAGER');
  const { page } = customer;
  await customer.open(`/orders/${work.orderId}`);
  await expect(page.getByText(/yield\s\d+\.\d+\sGb/).first()).toBeVisible();
  await page.getByRole('radio', { name: 'Files', exact: true }).check();
  const download = async (): Promise<string> => {
    const pending = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download Sequencing QC report/ }).click();
    return (await pending).url();
  };
  const statusOf = (url: string) =>
    page.evaluate(
      async (address) => (await fetch(address)).status,
      new URL(url).pathname + new URL(url).search,
    );
  const wrong = await download();
  expect(await statusOf(wrong)).toBe(200);

  const project = await newDevice('desktop');
  await project.signIn('PROJECT_MANAGER');
  await selectResult(project, work);
  await project.page.getByRole('button', { name: /^Recall results/ }).click();
  const recall = dialogOf(project.page, /^Recall results/);
  await expect(recall.getByRole('region', { name: 'Downloads' })).toContainText('Sequencing QC report');
  await confirm(project.page, /^Recall results/, 'Recall results', { Reason: 'It names another tube.' });
  expect(await statusOf(wrong)).toBe(404);

  await selectResult(manager, work);
  await reportAndRelease(bench);
  await page.reload();
  await page.getByRole('radio', { name: 'Files', exact: true }).check();
  const corrected = await download();
  expect([corrected === wrong, await statusOf(corrected), await statusOf(wrong)]).toEqual([false, 200, 404]);
});
