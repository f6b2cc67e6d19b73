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

/** Let the samples of a completed batch wait for its director, and return one whose value is corrected. */
async function heldChild(owner: pg.Pool, name: string) {
  const client = await owner.connect();
  try {
    await client.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
    await client.query(
      `UPDATE procedure SET requires_director_approval = true
        WHERE id = (SELECT procedure_id FROM batch WHERE name = $1 AND lab = 'WBL')`,
      [name],
    );
    const { rows } = await client.query<{
      id: string;
      child: string;
      batch: string;
      title: string;
      section: string;
      well: string;
      tube: string;
    }>(
      `UPDATE sample c SET status = 'RECEIVED_ON_HOLD' FROM sample s, batch b, assigned_section a, section n
        WHERE s.id = c.parent_sample_id AND b.id = s.batch_id AND b.name = $1 AND b.lab = 'WBL' AND c.status = 'IN_QUEUE'
          AND a.batch_id = b.id AND n.id = a.section_id AND n.name = 'Lyse'
        RETURNING c.id AS child, b.id AS batch, b.julian_id || ' ' || b.name AS title, a.id AS section, s.plate_location AS well, s.barcode AS tube`,
      [name],
    );
    await client.query('COMMIT');
    const [row] = rows;
    if (!row) throw new Error(`The demo lab has no samples of ${name} in the queue.`);
    return row;
  } finally {
    client.release();
  }
}

test('a director returns a batch, the manager reopens a section, a tech corrects and signs it, and the corrected sample is released', async ({
  lab,
  newDevice,
}) => {
  const { batch, child, title, section, well, tube } = await heldChild(
    lab.owner,
    'Blood lysis, clinical plate',
  );
  const state = async () =>
    (
      await lab.pool.query(
        'SELECT status, extracted_concentration::float AS concentration FROM sample WHERE id = $1',
        [child],
      )
    ).rows[0];
  const director = await newDevice('desktop');
  await director.signIn('LAB_RESEARCH_DIRECTOR');
  await prepareSigning(director);
  await director.open(`/lab/batches/${batch}`);
  await director.ready();
  await director.page.getByRole('button', { name: 'Actions' }).click();
  await director.page.getByRole('menuitem', { name: 'Return batch…' }).click();
  await director.page.getByRole('dialog').getByLabel('Reason').fill(`Look at ${well} again`);
  await director.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Return batch / })
    .click();
  await expect(director.chip()).toHaveText('Synced');

  const manager = await newDevice('desktop');
  await manager.signIn('LAB_MANAGER');
  await manager.open(`/lab/batches/${batch}`);
  await manager.ready();
  await expect(manager.page.getByText(`Look at ${well} again`).first()).toBeVisible();
  const steps = manager.page.getByRole('list', { name: 'Next steps' });
  expect(await axeFindings(manager.page)).toEqual([]);
  expect(await sidewaysOverflow(manager.page)).toEqual([]);
  expect(await smallTargets(manager.page, false)).toEqual([]);
  await steps.getByRole('button', { name: 'Reopen section…' }).click();
  await manager.page.getByRole('dialog').getByLabel('Section').selectOption({ label: 'Lyse' });
  await manager.page.getByRole('dialog').getByLabel('Reason').fill('Measure again');
  await manager.page.getByRole('dialog').getByRole('button', { name: 'Reopen section' }).click();
  await expect(steps.getByText('Complete Lyse first.')).toBeVisible();
  await expect(steps.getByRole('button', { name: 'Request approval…' })).toBeDisabled();
  await expect(manager.chip()).toHaveText('Synced');

  const tech = await newDevice('desktop');
  await tech.signIn('LAB_TECH');
  await prepareSigning(tech);
  await tech.open(`/lab/assigned-sections/${section}`);
  await tech.ready();
  await expect(tech.page.getByText(`: Look at ${well} again`)).toBeVisible();
  await tech.goOffline();
  const cell = tech.page.getByLabel(`Lysate concentration of ${tube}`).and(tech.page.locator('input'));
  await cell.fill('33.5');
  await cell.blur();
  await tech.page.getByRole('dialog').getByLabel('Reason').fill('Read the wrong line');
  await tech.page.getByRole('dialog').getByRole('button', { name: 'Correct the value' }).click();
  await expect(cell).toHaveValue('33.5');
  await tech.page.getByRole('button', { name: 'Sign section' }).click();
  await tech.page.getByRole('dialog').getByLabel('PIN').fill(PIN);
  await tech.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Sign as / })
    .click();
  await expect(tech.page.getByRole('dialog')).toHaveCount(0);
  await tech.goOnline();
  await expect(tech.chip()).toHaveText('Synced');
  expect(await state()).toEqual({ status: 'RECEIVED_ON_HOLD', concentration: 33.5 });

  await steps.getByRole('button', { name: 'Request approval…' }).click();
  await manager.page.getByRole('dialog').getByLabel('Answer').fill('Measured again');
  await manager.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Request approval / })
    .click();
  await expect(manager.chip()).toHaveText('Synced');

  await director.open('/director/research');
  await director.ready();
  const waiting = director.page.getByRole('list', { name: 'Batches to approve' });
  const row = waiting.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('Reopened: Lyse.');
  await row.getByRole('button', { name: `Review ${title}` }).click();
  await row.getByRole('button', { name: 'Approve batch' }).click();
  await director.page
    .getByRole('dialog')
    .getByLabel(/^Signing PIN/)
    .fill(PIN);
  await director.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve as / })
    .click();
  await expect.poll(state).toEqual({ status: 'IN_QUEUE', concentration: 33.5 });
});
