import { expect } from '@playwright/test';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { storedTubes } from '#pwa/testing/browser/lab-truth.ts';

test('a failure by a tech is a task on the homes of manager and director, and one button carries it out', async ({
  lab,
  newDevice,
}) => {
  const [tube] = await storedTubes(lab.pool, 1);
  if (!tube) throw new Error('The demo lab has no tube.');
  const tech = await newDevice('handheld');
  await tech.signIn('LAB_TECH');
  await tech.open(`/lab/samples/${tube.id}`);
  await tech.ready();
  await tech.page.getByRole('button', { name: 'Actions' }).click();
  await tech.page.getByRole('menuitem', { name: 'Fail' }).click();
  const failing = tech.page.getByRole('dialog');
  await failing.getByLabel('Reason').selectOption('Lab technician error');
  await failing.getByLabel('Notes').fill('Spilled at the bench.');
  // What is proposed is what will happen.
  await expect(failing.getByText(/Re-queue in .+ from/)).toBeVisible();
  await failing.getByRole('button', { name: `Fail ${tube.barcode}` }).click();
  await expect(failing).toBeHidden();
  await expect(tech.chip()).toHaveText('Synced');

  const manager = await newDevice('desktop');
  await manager.signIn('LAB_MANAGER');
  const director = await newDevice('handheld');
  await director.signIn('LAB_RESEARCH_DIRECTOR');
  const name = new RegExp(`^Re-queue in .+: ${tube.barcode}$`);
  for (const { page, open } of [manager, director]) {
    await open('/');
    await expect(page.getByText('Lab technician error', { exact: false }).first()).toBeVisible();
    await expect(page.getByRole('button', { name })).toBeVisible();
  }
  await director.page.getByRole('button', { name }).click();
  for (const { page } of [director, manager]) await expect(page.getByRole('button', { name })).toHaveCount(0);
  const { rows } = await lab.pool.query<{ status: string; attempt: number; waiting: number }>(
    `SELECT status, (SELECT count(*)::int FROM sample repeat WHERE repeat.parent_sample_id = failed.id
       AND repeat.status = 'IN_QUEUE' AND repeat.attempt = failed.attempt + 1) AS waiting
     FROM sample failed WHERE barcode = $1`,
    [tube.barcode],
  );
  expect(rows).toEqual([{ status: 'RESET', waiting: 1 }]);
});
