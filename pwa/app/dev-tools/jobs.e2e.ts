import { expect } from '@playwright/test';
import { test } from '#pwa/testing/browser/bench-test.ts';

test.use({ serviceWorkers: 'block' });

test('an administrator runs a task on a phone and sees its result', async ({ newDevice }) => {
  const device = await newDevice('handheld');
  await device.signIn('ADMIN');
  await device.open('/dev-tools');
  const { page } = device;
  await page.getByRole('tab', { name: 'Jobs' }).click();
  await page.getByRole('button', { name: 'Run now: Clean up job records' }).click();
  await expect(page.getByText('Queued: Clean up job records')).toBeVisible();
  await page.getByRole('button', { name: 'Clean up job records', exact: true }).click();
  const runs = page.getByRole('dialog', { name: 'Clean up job records' });
  await expect(runs.getByText('Succeeded').first()).toBeVisible();
  await expect(runs.getByText(/^\d+ changed/).first()).toBeVisible();
});

test('a task that moves money runs only after confirmation', async ({ newDevice }) => {
  const device = await newDevice('desktop');
  await device.signIn('ADMIN');
  await device.open('/dev-tools');
  const { page } = device;
  const started: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/run')) started.push(request.url());
  });
  await page.getByRole('tab', { name: 'Jobs' }).click();
  await page.getByRole('button', { name: 'Run now: Process pending refunds' }).click();
  const sure = page.getByRole('dialog', { name: 'Process pending refunds' });
  await expect(sure.getByText(/can move money/)).toBeVisible();
  expect(started).toEqual([]);
  await sure.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText('Queued: Process pending refunds')).toBeVisible();
  expect(started).toHaveLength(1);
});
