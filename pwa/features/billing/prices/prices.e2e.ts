import { expect } from '@playwright/test';
import { axeFindingsInThemes } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';

test.use({ serviceWorkers: 'block' });

test('the sales leader sets a tier and the customer’s catalog shows it', async ({ newDevice }) => {
  const desktop = await newDevice('desktop');
  const { page } = desktop;
  await desktop.signIn('SALES_LEADER');
  await desktop.open('/lab/protocols/pricing');
  expect(await axeFindingsInThemes(page, ['light', 'midnight'])).toEqual([]);
  await page.getByRole('button', { name: 'Set price' }).click();
  const window = page.getByRole('dialog', { name: 'Set price' });
  await window.getByLabel('Protocol').fill('WGS-30X');
  await window
    .getByRole('option', { name: 'Whole genome, 30x' })
    .or(page.getByRole('option', { name: 'Whole genome, 30x' }))
    .first()
    .click();
  await window.getByLabel('From').fill('48');
  await window.getByLabel('Each specimen').fill('801.5');
  await window.getByRole('button', { name: 'Set price' }).click();
  await expect(window).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Whole genome, 30x.*48 or more/ })).toContainText('$801.50');

  await page.goto('about:blank');
  await desktop.context.clearCookies();
  await desktop.signIn('COMPANY_USER');
  await desktop.open('/service');
  await page.getByRole('searchbox').fill('30x');
  await page.getByText('Whole genome, 30x').first().click();
  await expect(page.getByRole('row', { name: /48 or more/ })).toContainText('$801.50');
  await page.getByLabel('How many specimens?').fill('50');
  await expect(page.getByRole('status').filter({ hasText: '50 ×' })).toContainText('$40,075.00');
  expect(await axeFindingsInThemes(page, ['light', 'midnight'])).toEqual([]);
});
