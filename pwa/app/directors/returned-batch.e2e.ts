import { expect } from '@playwright/test';
import type pg from 'pg';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { prepareSigning } from '#pwa/testing/browser/receiving.ts';
import { PIN } from '#pwa/testing/browser/sign-in.ts';

/** Let a completed batch of research work wait for its director. */
async function waitingBatch(pool: pg.Pool): Promise<{ id: string; title: string }> {
  const { rows } = await pool.query<{ id: string; title: string }>(
    `UPDATE batch SET director_approved = NULL, director_approved_by_id = NULL, director_approved_at = NULL, version = version + 1
      WHERE id = (SELECT b.id FROM batch b JOIN procedure p ON p.id = b.procedure_id
        WHERE b.status = 'COMPLETED' AND b.director_approved AND p.requires_director_approval AND NOT p.clinical
          AND b.lab = 'WBL' ORDER BY b.completed_at DESC LIMIT 1)
      RETURNING id, julian_id || ' ' || name AS title`,
  );
  if (!rows[0]) throw new Error('The demo lab has no approved batch.');
  return rows[0];
}

test('a director returns a batch, the manager reads why and requests approval, the director approves with the PIN', async ({
  lab,
  newDevice,
}) => {
  const { id, title } = await waitingBatch(lab.pool);
  const state = async () =>
    (await lab.pool.query('SELECT director_approved AS approved FROM batch WHERE id = $1', [id])).rows[0];
  const director = await newDevice('desktop');
  await director.signIn('LAB_RESEARCH_DIRECTOR');
  await prepareSigning(director);
  await director.open('/director/research');
  await director.ready();
  const { page } = director;
  const waiting = page.getByRole('list', { name: 'Batches to approve' });
  await waiting.getByRole('button', { name: `Review ${title}` }).click();
  await expect(waiting.getByRole('button', { name: 'Approve batch' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await smallTargets(page, false)).toEqual([]);
  await waiting.getByRole('button', { name: 'Return batch…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Two wells are empty');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Return batch / })
    .click();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'My decisions' })).toContainText('Two wells are empty');
  expect(await state()).toEqual({ approved: false });

  const manager = await newDevice('desktop');
  await manager.signIn('LAB_MANAGER');
  await manager.open('/');
  await manager.page.getByRole('link', { name: `${title} Two wells are empty` }).click();
  await manager.page.getByRole('button', { name: 'Request approval…' }).click();
  const answering = manager.page.getByRole('dialog');
  await answering.getByLabel('Answer').fill('Measured by hand, see the notes');
  await answering.getByRole('button', { name: /^Request approval / }).click();
  await expect(manager.page.getByText('Approval requested a second time')).toBeVisible();
  await expect(manager.chip()).toHaveText('Synced');

  await page.reload();
  await director.ready();
  await expect(waiting).toContainText('Answer: Measured by hand, see the notes');
  await waiting.getByRole('button', { name: `Review ${title}` }).click();
  await waiting.getByRole('button', { name: 'Approve batch' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Signing PIN/)
    .fill(PIN);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve as / })
    .click();
  await expect(waiting).toHaveCount(0);
  await expect.poll(state).toEqual({ approved: true });
});
