import { expect } from '@playwright/test';
import { axeFindings, sidewaysOverflow } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { prepareSigning } from '#pwa/testing/browser/receiving.ts';
import { PIN } from '#pwa/testing/browser/sign-in.ts';

const SECTION = `SELECT a.id, p.id AS "procedureId", p.code FROM assigned_section a
  JOIN batch b ON b.id = a.batch_id JOIN section s ON s.id = a.section_id JOIN procedure p ON p.id = b.procedure_id
  WHERE b.name = 'Bead extraction' AND s.name = 'Elute and quantify' AND b.entity = 'WBL'`;
// As if the lab had worked with an earlier version that took fewer samples.
const EARLIER = `INSERT INTO procedure SELECT (jsonb_populate_record(p, $2)).* FROM procedure p WHERE id = $1`;
const OF_TECH = `user_id = (SELECT user_id FROM user_company WHERE role = 'LAB_TECH' AND entity = 'WBL' ORDER BY id LIMIT 1)`;

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
  await expect(page.getByText('max samples')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign section' })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
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

  await lab.owner.query(`ALTER TABLE procedure DISABLE TRIGGER approved_stays`);
  await lab.pool.query('UPDATE procedure SET requires_training = true, version = version + 1 WHERE id = $1', [
    section.procedureId,
  ]);
  await lab.pool.query(
    `INSERT INTO competence (id, created_at, updated_at, entity, user_company_id, user_id, procedure_code,
       procedure_version, kind, at, granted_by_id)
     SELECT 'of-manager', now(), now(), 'WBL', m.id, m.user_id, $1, 1, 'TRAINED', now(), d.user_id
       FROM user_company m, user_company d WHERE m.entity = 'WBL' AND m.role = 'LAB_MANAGER'
        AND d.entity = 'WBL' AND d.role = 'LAB_RESEARCH_DIRECTOR' LIMIT 1`,
    [section.code],
  );
  await expect(
    page.getByText(/^You are not trained on .* Ask Lena Maddox to sign with you\.$/),
  ).toBeVisible();
});
