import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { axeFindings, axeFindingsInThemes, sidewaysOverflow } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { prepareSigning } from '#pwa/testing/browser/receiving.ts';
import { PIN } from '#pwa/testing/browser/sign-in.ts';

const SECTION = `SELECT a.id, p.id AS "procedureId", p.code FROM assigned_section a
  JOIN batch b ON b.id = a.batch_id JOIN section s ON s.id = a.section_id JOIN procedure p ON p.id = b.procedure_id
  WHERE b.name = 'Bead extraction' AND s.name = 'Elute and quantify' AND b.entity = 'WBL'`;
// As if the lab had worked with an earlier version that took fewer samples.
const EARLIER = `INSERT INTO procedure SELECT (jsonb_populate_record(p, $2)).* FROM procedure p WHERE id = $1`;
const OF_TECH = `user_id = (SELECT user_id FROM user_company WHERE role = 'LAB_TECH' AND entity = 'WBL' ORDER BY id LIMIT 1)`;

const SHOTS = process.env['TRAINING_SHOTS'];

/** Take a picture in each theme at the width of a handheld and of a desktop. */
async function take(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  const before = page.viewportSize();
  for (const width of [360, 1440])
    for (const theme of ['dark', 'midnight', 'light']) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((value) => {
        document.documentElement.dataset['theme'] = value;
      }, theme);
      await page.screenshot({ path: `${SHOTS}/${name}-${width}-${theme}.png` });
    }
  if (before) await page.setViewportSize(before);
}

/** Require training on a procedure, which of the bench only the manager has. */
async function requireTraining(
  lab: { pool: pg.Pool; owner: pg.Pool },
  id: string,
  code: string,
): Promise<void> {
  await lab.owner.query(`ALTER TABLE procedure DISABLE TRIGGER approved_stays`);
  await lab.pool.query('UPDATE procedure SET requires_training = true, version = version + 1 WHERE id = $1', [
    id,
  ]);
  await lab.pool.query(
    `INSERT INTO competence (id, created_at, updated_at, entity, user_company_id, user_id, procedure_code,
       procedure_version, kind, at, granted_by_id)
     SELECT 'of-manager', now(), now(), 'WBL', m.id, m.user_id, $1, 1, 'TRAINED', now(), d.user_id
       FROM user_company m, user_company d WHERE m.entity = 'WBL' AND m.role = 'LAB_MANAGER'
        AND d.entity = 'WBL' AND d.role = 'LAB_RESEARCH_DIRECTOR' LIMIT 1`,
    [code],
  );
}

test('a tech reads the changes of a version offline and confirms them, and is told who is trained', async ({
  lab,
  newDevice,
}) => {
  const { rows } = await lab.pool.query<{ id: string; procedureId: string; code: string }>(SECTION);
  const [section] = rows;
  if (!section) throw new Error('The demo lab has no such section.');
  const earlier = { id: 'earlier', procedure_version: 0, status: 'ARCHIVED', max_samples: 48 };
  await lab.owner.query(EARLIER, [section.procedureId, JSON.stringify(earlier)]);
  await lab.pool.query(
    `UPDATE competence SET procedure_version = 0 WHERE kind = 'READ' AND procedure_code = $1 AND ${OF_TECH}`,
    [section.code],
  );
  const tech = await newDevice('handheld');
  const { page } = tech;
  await tech.signIn('LAB_TECH');
  await prepareSigning(tech);
  await tech.open(`/lab/assigned-sections/${section.id}`);
  await tech.ready();
  await tech.goOffline();
  await expect(page.getByText('You last read version 0.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Changes since version 0' })).toBeVisible();
  await expect(page.getByText('Max samples')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign section' })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  await take(page, 'reading');
  await page.getByRole('button', { name: 'I have read this' }).click();
  await page.getByLabel('PIN').fill(PIN);
  await page.getByRole('button', { name: /^Confirm as / }).click();
  await expect(page.getByRole('button', { name: 'Sign section' })).toBeVisible();
  await tech.goOnline();
  await expect(tech.chip()).toHaveText('Synced');
  const confirmed = `SELECT count(*)::int AS count FROM competence c JOIN signature s ON s.target_id = c.id
    WHERE c.kind = 'READ' AND c.procedure_version = 1 AND c.procedure_code = $1 AND s.verified = 'OK' AND c.${OF_TECH}`;
  await expect
    .poll(async () => (await lab.pool.query(confirmed, [section.code])).rows)
    .toEqual([{ count: 1 }]);

  await requireTraining(lab, section.procedureId, section.code);
  await expect(
    page.getByText(/^You are not trained on .* Ask Lena Maddox to sign with you\.$/),
  ).toBeVisible();
});

test('an untrained tech signs a section together with a trained colleague', async ({ lab, newDevice }) => {
  const { rows } = await lab.pool.query<{ id: string; procedureId: string; code: string }>(SECTION);
  const { rows: lots } = await lab.pool.query<{ code: string }>(
    `SELECT i.barcode AS code FROM inventory_item i JOIN inventory_type t ON t.id = i.inventory_type_id
      WHERE t.name = 'Qubit dsDNA BR assay' AND i.entity = 'WBL' AND NOT i.quarantined AND i.expiration_date > now()`,
  );
  const [section] = rows;
  const [lot] = lots;
  if (!section || !lot) throw new Error('The demo lab has no such section or lot.');
  await requireTraining(lab, section.procedureId, section.code);
  const tech = await newDevice('desktop');
  const { page } = tech;
  await tech.signIn('LAB_TECH');
  await prepareSigning(tech);
  await tech.open(`/lab/assigned-sections/${section.id}`);
  await tech.ready();
  await tech.scan('EQ-QB-01');
  await expect(page.locator('[data-verdict]')).toContainText('Qubit 4 is noted');
  await tech.scan(lot.code);
  await expect(page.locator('[data-verdict]')).toContainText(`Assay lot: ${lot.code}`);
  const cells = (label: string) => page.getByLabel(new RegExp(`^${label} of `)).and(page.locator('input'));
  for (const [label, value] of [
    ['Eluted volume', '50'],
    ['Qubit concentration', '20'],
    ['Fragment length', '12000'],
  ] as const) {
    await cells(label).first().click();
    // The keys are typed slowly, because a burst would be a scanner's.
    await page.keyboard.type(value, { delay: 100 });
    await page.keyboard.press('Control+d');
    await expect(cells(label).last()).toHaveValue(value);
  }
  await page.getByRole('button', { name: 'Sign with a colleague' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign Elute and quantify' });
  await dialog.getByLabel('Signing PIN').fill(PIN);
  const sign = dialog.getByRole('button', { name: /^Sign as / });
  await expect(sign).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Colleague' }).selectOption({ label: 'Lena Maddox' });
  await take(page, 'supervisor');
  expect(await axeFindingsInThemes(page)).toEqual([]);
  tech.problems.allow(/status of 422 .*\/api\/auth\/pin\/review/);
  await dialog.getByLabel('PIN of Lena Maddox').fill('000000');
  await sign.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Signing PIN').fill(PIN);
  await dialog.getByLabel('PIN of Lena Maddox').fill(PIN);
  await sign.click();
  await expect(page.getByRole('list', { name: 'Signatures' }).getByText(/Lena Maddox/)).toBeVisible();
  const signed = `SELECT s.type, u.name FROM signature s JOIN "user" u ON u.id = s.user_id
    WHERE s.target_id = $1 AND s.verified = 'OK' ORDER BY s.type DESC`;
  await expect
    .poll(async () => (await lab.pool.query(signed, [section.id])).rows.map((row) => row.type))
    .toEqual(['SIGNED', 'REVIEWED']);
});
