import { expect } from '@playwright/test';
import type pg from 'pg';
import { test } from '#pwa/testing/browser/bench-test.ts';

/** A tube of a running batch that is no replicate; before any work, the customer would decide instead. */
async function tubeInWork(pool: pg.Pool): Promise<{ id: string; barcode: string }> {
  const { rows } = await pool.query<{ id: string; barcode: string }>(
    `SELECT s.id, s.barcode FROM sample s JOIN batch b ON b.id = s.batch_id JOIN specimen p ON p.id = s.specimen_id
      WHERE b.name = 'Bead extraction' AND b.entity = 'WBL' AND s.status = 'IN_PROGRESS' AND p.status = 'IN_PROGRESS'
        AND s.duplicate_of_sample_id IS NULL ORDER BY s.barcode LIMIT 1`,
  );
  if (!rows[0]) throw new Error('The demo lab has no tube in a running batch.');
  return rows[0];
}

test('a failure by a tech is a task on the homes of manager and director, and one button carries it out', async ({
  lab,
  newDevice,
}) => {
  const tube = await tubeInWork(lab.pool);
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
  const proposal = failing.getByText(/Re-queue in .+ from/);
  const stage = /Re-queue in (.+) from/.exec((await proposal.textContent()) ?? '')?.[1] ?? '';
  await failing.getByRole('button', { name: `Fail ${tube.barcode}` }).click();
  await expect(failing).toBeHidden();
  await expect(tech.chip()).toHaveText('Synced');

  const manager = await newDevice('desktop');
  await manager.signIn('LAB_MANAGER');
  const director = await newDevice('handheld');
  await director.signIn('LAB_RESEARCH_DIRECTOR');
  const name = `Re-queue in ${stage}: ${tube.barcode}`;
  for (const { page, open } of [manager, director]) {
    await open('/');
    await expect(page.getByRole('button', { name })).toBeVisible();
  }
  await director.page.getByRole('button', { name }).click();
  for (const { page } of [director, manager]) await expect(page.getByRole('button', { name })).toHaveCount(0);
  const { rows } = await lab.pool.query<{ status: string; repeats: number }>(
    `SELECT status, (SELECT count(*)::int FROM sample one WHERE one.specimen_id = failed.specimen_id
       AND one.status = 'IN_QUEUE' AND one.attempt = failed.attempt + 1) AS repeats
     FROM sample failed WHERE barcode = $1`,
    [tube.barcode],
  );
  expect(rows).toEqual([{ status: 'RESET', repeats: 1 }]);
});
