import { expect } from '@playwright/test';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';

test.use({ serviceWorkers: 'block' });

test('a customer replaces a damaged tube after the lab asks, and the bench awaits the replacement', async ({
  lab,
  newDevice,
}) => {
  const { rows } = await lab.pool.query<{ id: string; name: string; number: string }>(
    `SELECT s.id, s.customer_sample_id AS name, s.requisition_number AS number FROM specimen s
      JOIN "order" o ON o.id = s.order_id JOIN company c ON c.id = o.company_id
      JOIN sample m ON m.specimen_id = s.id AND m.status = 'IN_QUEUE'
     WHERE c.name = 'Northfield Biotech' AND s.status = 'RECEIVED' ORDER BY s.id LIMIT 1`,
  );
  const { id, name } = rows[0] ?? { id: '', name: '' };
  const bench = await newDevice('desktop');
  await bench.signIn('LAB_MANAGER');
  await bench.open(`/lab/specimens/${id}`);
  await bench.page.getByRole('button', { name: 'Set aside' }).click();
  const hold = bench.page.getByRole('dialog');
  await hold.getByText('Action required', { exact: true }).first().click();
  await hold.getByLabel('Reason for the customer').fill('The cap is cracked.');
  await hold.getByRole('button', { name: 'Action required' }).last().click();
  await expect(bench.page.getByText('The cap is cracked.').first()).toBeVisible();

  const customer = await newDevice('handheld');
  await customer.signIn('COMPANY_USER');
  await customer.open('/specimens?status=ACTION_REQUIRED');
  const { page } = customer;
  await page.getByRole('link', { name }).click();
  await expect(page.getByText('We need your decision')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await smallTargets(page, true)).toEqual([]);
  await page.getByRole('button', { name: 'Decide' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Send a replacement').check();
  await dialog.getByLabel(/^A note for the lab/).fill('It leaves tomorrow.');
  await dialog.getByRole('button', { name: 'Send a replacement' }).click();
  await expect(page.getByText('We need your decision')).toHaveCount(0);
  await expect(page.getByRole('list', { name: /^History of/ })).toContainText('It leaves tomorrow.');

  // The bench receives the decision by sync.
  await expect(bench.page.getByText('It leaves tomorrow.').first()).toBeVisible();
  await expect(bench.page.getByText('Ordered', { exact: true }).first()).toBeVisible();
});
