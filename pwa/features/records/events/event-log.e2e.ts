import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { axeFindingsInThemes, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import { sizesOfJourney } from '#pwa/testing/browser/launch.ts';
import { chooseFilter } from '#pwa/testing/browser/list-filter-choice.ts';

test.use({ serviceWorkers: 'block' });

for (const size of sizesOfJourney('desktop')) {
  test(`the event log is filtered, read field by field and exported: ${size}`, async ({ lab, newDevice }) => {
    const { rows } = await lab.pool.query<{ id: string; barcode: string; name: string }>(
      `SELECT s.id, s.barcode, p.name FROM sample s JOIN event e ON e.target_id = s.id AND e.type = 'SAMPLE_CREATED'
         CROSS JOIN (SELECT name FROM "user" WHERE email = 'lab-tech@wbl.example') p WHERE s.entity = 'WBL' ORDER BY s.id LIMIT 1`,
    );
    const [tube] = rows;
    if (!tube) throw new Error('The demo lab has no tube with a history.');
    await lab.pool.query(
      `INSERT INTO audit_log (id, created_at, updated_at, entity, table_name, record_id, action, changes, user_id, occurred_at)
       VALUES ($1, now(), now(), 'WBL', 'sample', $2, 'UPDATE', $3, (SELECT id FROM "user" WHERE email = 'lab-tech@wbl.example'), now())`,
      [
        `seen-${size}`,
        tube.id,
        JSON.stringify({
          failureNotes: [null, '<img src=x onerror=alert(1)>'],
          status: ['RECEIVED', 'IN_QUEUE'],
        }),
      ],
    );
    const { page, signIn, open } = await newDevice(size);
    const checkScreen = async (name: string): Promise<void> => {
      expect.soft(await axeFindingsInThemes(page), `${name} can be used by everybody`).toEqual([]);
      expect.soft(await sidewaysOverflow(page), `${name} does not move sideways`).toEqual([]);
      expect.soft(await smallTargets(page, size === 'handheld'), `${name} has large targets`).toEqual([]);
    };
    await signIn('LAB_MANAGER');
    await open('/event-log');
    await expect(page.getByText(/entries, .* by (hour|day|week|month)\. Most:/)).toBeVisible();
    await checkScreen('the events');
    await page.getByLabel('Search events').fill(tube.barcode);
    await expect(page.getByRole('link', { name: tube.barcode }).first()).toBeVisible();
    await chooseFilter(page, 'Event', 'Sample created');
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-event]')).toHaveCount(1);
    await expect(page.locator('[data-event]')).toContainText(`created sample ${tube.barcode}`);
    await expect(page).toHaveURL(new RegExp(`search=${tube.barcode}`));
    await expect(page).toHaveURL(/type=SAMPLE_CREATED/);
    await page.reload();
    await expect(page.locator('[data-event]')).toHaveCount(1);
    const pendingDownload = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = await readFile(await (await pendingDownload).path(), 'utf8');
    expect(text.trim().split('\r\n')).toHaveLength(2);
    expect(text).toContain(tube.barcode);
    await page.getByRole('tab', { name: 'Audit' }).click();
    await page.getByLabel('Search changes').fill(tube.barcode);
    await expect(page.locator('del', { hasText: 'Received' }).first()).toBeVisible();
    await expect(page.locator('ins', { hasText: 'In queue' }).first()).toBeVisible();
    await expect(page.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible();
    await checkScreen('the changes');
    await page.getByRole('tab', { name: 'Access' }).click();
    await expect(page.getByText('Exported').last()).toBeVisible();
    await expect(page.getByText('Events of the lab').first()).toBeVisible();
    await checkScreen('the accesses');
  });
}
