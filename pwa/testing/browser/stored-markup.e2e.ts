import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { test } from './bench-test.ts';

const MARK = 'MARKUP';
const HOSTILE = `${MARK} <img src=x onerror="window.ran=1"><script>window.ran=1</script><svg onload="window.ran=1">"'`;

/** What people can write, as if somebody had written markup into all of it. */
const STORED: readonly string[] = [
  `UPDATE company SET name = $1 WHERE entity = 'WBL' AND name = 'Northfield Biotech'`,
  `UPDATE "user" SET name = $1, first_name = $1 WHERE email IN ('member@wbl.example', 'lab-tech@wbl.example')`,
  `UPDATE batch SET name = $1 WHERE entity = 'WBL'`,
  `UPDATE sample SET failure_notes = $1 WHERE entity = 'WBL'`,
  `UPDATE specimen SET hold_reason = $1, action_required_text = $1, customer_sample_id = $1 || id,
     physician = $1 WHERE entity = 'WBL'`,
  `UPDATE storage_management SET name = $1 WHERE entity = 'WBL' AND type = 'FREEZER'`,
  `UPDATE "order" SET purchase_order_number = $1, hold_reason = $1, cancel_reason = $1 WHERE entity = 'WBL'`,
  `UPDATE note SET body_text = $1 WHERE entity = 'WBL'`,
  `UPDATE device SET name = $1 WHERE entity = 'WBL'`,
  `UPDATE permission_group SET name = $1 WHERE entity = 'WBL' AND name = 'Sales leaders'`,
  `UPDATE equipment SET name = $1 WHERE entity = 'WBL'`,
];

async function writeMarkup(pool: pg.Pool): Promise<void> {
  for (const statement of STORED) await pool.query(statement, [HOSTILE]);
}

/** The id of the first record that a query finds. */
async function idOf(pool: pg.Pool, query: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(query);
  const [row] = rows;
  if (!row) throw new Error(`The demo lab has nothing for: ${query}`);
  return row.id;
}

/** The pages on which stored text is read; those of the first list must show some. */
async function pagesOf(pool: pg.Pool): Promise<{ showing: string[]; others: string[] }> {
  const id = (query: string) => idOf(pool, query);
  const person = await id(`SELECT id FROM "user" WHERE email = 'member@wbl.example'`);
  const company = await id(`SELECT id FROM company WHERE name LIKE '${MARK}%'`);
  const specimen = await id(`SELECT id FROM specimen WHERE entity = 'WBL' ORDER BY id LIMIT 1`);
  const batch = await id(`SELECT id FROM batch WHERE entity = 'WBL' ORDER BY id LIMIT 1`);
  const order = await id(
    `SELECT id FROM "order" WHERE entity = 'WBL' AND status <> 'DRAFT' ORDER BY id LIMIT 1`,
  );
  const sample = await id(`SELECT id FROM sample WHERE entity = 'WBL' ORDER BY id LIMIT 1`);
  return {
    showing: [
      '/users',
      `/users/${person}`,
      '/organizations',
      `/organizations/${company}`,
      '/event-log',
      '/lab/batches',
      `/lab/batches/${batch}`,
      '/permissions',
    ],
    others: [
      `/lab/specimens/${specimen}`,
      `/lab/orders/${order}`,
      '/lab/inventory/storage-management',
      `/lab/samples/${sample}`,
      '/',
      '/lab/orders',
      '/lab/specimens',
      '/lab/samples',
      '/lab/queue',
      '/data-sync',
      '/event-log?tab=access',
    ],
  };
}

/** Elements that only the markup could have made, and whether any of it ran. */
const traces = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const made = [...document.querySelectorAll('img[src="x"], [onerror], [onload], script:not([src])')]
      .filter((element) => element.closest('head') === null)
      .map((element) => element.outerHTML.slice(0, 200));
    return 'ran' in window ? [...made, 'a script ran'] : made;
  });

test('stored XSS: markup in names, reasons, notes and codes is read as text on every page that shows it, and nothing of it runs', async ({
  lab,
  newDevice,
}) => {
  await writeMarkup(lab.pool);
  const { showing, others } = await pagesOf(lab.pool);
  const device = await newDevice('desktop');
  const { page } = device;
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await device.signIn('ADMIN');
  for (const path of [...showing, ...others])
    await test.step(path, async () => {
      await device.open(path);
      await expect(page.locator('main h1')).toBeVisible();
      if (showing.includes(path)) await expect(page.locator('main')).toContainText(MARK);
      expect(await traces(page), path).toEqual([]);
    });
  expect(dialogs).toEqual([]);
});
