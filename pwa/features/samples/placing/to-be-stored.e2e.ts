import { expect } from '@playwright/test';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { goTo } from '#pwa/testing/browser/screens.ts';
import type { LabServer } from '#scripts/testing/lab-server.ts';

/** Find leftovers of a closed demo order that a handheld carries, held by the tech who finished its work. */
async function leftOver({ pool }: LabServer): Promise<string> {
  const { rows } = await pool.query<{ id: string; specimen: string; barcode: string }>(
    `SELECT t.id, s.id AS specimen, t.barcode FROM sample t JOIN specimen s ON s.id = t.specimen_id
       JOIN "order" o ON o.id = s.order_id
      WHERE o.entity = 'WBL' AND o.status = 'COMPLETED' AND t.status = 'IN_STORAGE' ORDER BY t.barcode DESC LIMIT 1`,
  );
  const { id = '', specimen = '', barcode = '' } = rows[0] ?? {};
  await pool.query(`UPDATE specimen SET status = 'COMPLETED' WHERE id = $1`, [specimen]);
  await pool.query(
    `UPDATE sample SET status = 'COMPLETED', checked_out_at = now(), check_out_purpose = 'BATCH',
       custodian_user_id = (SELECT id FROM "user" WHERE email = 'lab-tech@wbl.example') WHERE id = $1`,
    [id],
  );
  return barcode;
}

test('the home page leads offline to the leftovers of a closed order until they are checked in', async ({
  lab,
  newDevice,
}) => {
  const barcode = await leftOver(lab);
  const device = await newDevice('handheld');
  const { page } = device;
  await device.signIn('LAB_TECH');
  await device.open('/');
  await device.ready();
  await device.goOffline();
  const notice = page.getByText('1 finished sample is to be stored');
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: 'Show in the list' }).click();
  await expect(page).toHaveURL(/waits=STORING/);
  await expect(page.getByText(barcode).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Queue: To be stored', exact: true })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await smallTargets(page, true)).toEqual([]);

  await goTo(page, '/lab/samples/check-in');
  await expect(page.getByText('Scan a sample', { exact: true })).toBeVisible();
  await device.scan(barcode);
  await page.getByRole('button', { name: /^Home: / }).click();
  await expect(page.locator('[data-verdict]').first()).toHaveAttribute('data-verdict', 'ok');
  await goTo(page, '/');
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
