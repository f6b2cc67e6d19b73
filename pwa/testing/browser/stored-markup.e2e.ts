import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import type { Role } from '#db/access/roles.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { test } from './bench-test.ts';
import type { Size } from './launch.ts';
import { goTo } from './screens.ts';
import { originOf, signInAt } from './shell-world.ts';
import { MARK, writeMarkup } from './stored-markup.ts';

// The sign-in file is no page and has no icon.
const ICON = /status of 404 \(Not Found\) http:\/\/[^/]+\/favicon\.ico$/;

/** Read the newest record of a table that this user may see; `more` narrows it. */
const one = (table: string, more = 'true'): string =>
  `SELECT id FROM ${table} WHERE entity = :entity AND ${more} ORDER BY created_at DESC, id LIMIT 1`;
const OWN_COMPANY = 'company_id = :company';
const OWN_ORDERS = `order_id IN (SELECT id FROM "order" WHERE ${OWN_COMPANY})`;
const SECTION = `SELECT s.id FROM assigned_section s JOIN batch b ON b.id = s.batch_id
  WHERE b.entity = :entity AND s.started_at IS NOT NULL ORDER BY s.id LIMIT 1`;
const PERSON = `SELECT user_id AS id FROM user_company WHERE entity = :entity AND company_id = :company ORDER BY id LIMIT 1`;

/** A page that shows user texts: its address, with the query for the record at its end. */
type PageCase = string | readonly [address: string, query: string];

const STAFF: readonly PageCase[] = [
  '/',
  '/users',
  ['/users/', PERSON],
  '/event-log',
  // Jobs may write meanwhile, and their entries would fill the first page.
  '/event-log?tab=audit&tableName=sample',
  '/event-log?tab=access',
  '/permissions',
  '/approvals',
  '/queue',
  '/notes',
  '/lab/orders',
  ['/lab/orders/', one('"order"', `status <> 'DRAFT'`)],
  '/lab/specimens',
  ['/lab/specimens/', one('specimen', `status = 'RECEIVED'`)],
  '/lab/projects',
  ['/lab/projects/', one('project')],
  '/lab/services',
  ['/lab/services/', one('service', `status = 'LIVE'`)],
  '/lab/protocols/pricing',
  '/billing/invoices',
  ['/billing/invoices/', one('invoice')],
  '/billing/reports?by=company',
  '/settings',
];

const BENCH: readonly PageCase[] = [
  '/organizations',
  ['/organizations/', one('company')],
  '/lab/queue',
  '/lab/batches',
  ['/lab/batches/', one('batch', `status = 'IN_PROGRESS'`)],
  ['/lab/assigned-sections/', SECTION],
  '/lab/samples',
  ['/lab/samples/', one('sample', `status = 'IN_QUEUE'`)],
  '/lab/inventory/storage-management',
  ['/lab/inventory/storage-management/', one('storage_management', `type = 'BOX'`)],
  '/data-sync?tab=devices',
];

/** Additional pages for staff of the other business entity. */
const CLINICAL_STAFF: readonly PageCase[] = [
  '/users',
  ['/users/', PERSON],
  '/event-log',
  '/lab/orders',
  ['/lab/orders/', one('"order"', `status <> 'DRAFT'`)],
  '/lab/specimens',
  '/billing/invoices',
];

const CUSTOMER: readonly PageCase[] = [
  '/orders',
  ['/orders/', one('"order"', `status <> 'DRAFT' AND ${OWN_COMPANY}`)],
  '/specimens',
  ['/specimens/', one('specimen', OWN_ORDERS)],
  '/invoices',
  ['/invoices/', one('invoice', OWN_COMPANY)],
  '/settings/company',
];

const LAB_CUSTOMER: readonly PageCase[] = [
  '/service',
  '/projects',
  ['/projects/', one('project', OWN_COMPANY)],
];

const CLINIC: readonly PageCase[] = [
  '/locations',
  '/patients',
  ['/patients/', one('patient')],
  '/settings/licenses',
  ['/settings/licenses/', one('clinician_license')],
];

interface Reader {
  entity: BusinessEntity;
  role: Role;
  size: Size;
  pages: readonly PageCase[];
}

const READERS: readonly Reader[] = [
  { entity: 'WBL', role: 'ADMIN', size: 'desktop', pages: [...STAFF, ...BENCH] },
  { entity: 'WBL', role: 'COMPANY_MANAGER', size: 'handheld', pages: [...CUSTOMER, ...LAB_CUSTOMER] },
  { entity: 'RESONANT', role: 'ADMIN', size: 'handheld', pages: [...CLINICAL_STAFF, ...CLINIC] },
  { entity: 'RESONANT', role: 'CLINICAL_MANAGER', size: 'desktop', pages: [...CUSTOMER, ...CLINIC] },
];

/** Build the address of a page, with the id of a record that this user may see. */
async function addressOf(pool: pg.Pool, pageCase: PageCase, known: Record<string, string>): Promise<string> {
  if (typeof pageCase === 'string') return pageCase;
  const [address, query] = pageCase;
  const text = query.replaceAll(/:(\w+)/g, (_all, name: string) => `'${known[name]}'`);
  const { rows } = await pool.query<{ id: string }>(text);
  if (!rows[0]) throw new Error(`The demo lab has nothing for: ${text}`);
  return `${address}${rows[0].id}`;
}

/** Find elements that only the markup could have created, and check whether any of it ran. */
const traces = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const injectedTraces = [...document.querySelectorAll('img[src="x"], [onerror], script:not([src])')]
      .filter((element) => element.closest('head') === null)
      .map((element) => element.outerHTML.slice(0, 200));
    return 'ran' in window ? [...injectedTraces, 'a script ran'] : injectedTraces;
  });

for (const entity of ['WBL', 'RESONANT'] as const)
  test(`stored XSS: markup in every text of ${entity} appears as text on staff and customer pages, and never runs`, {
    tag: '@walk',
  }, async ({ lab, newDevice }) => {
    await writeMarkup(lab.owner);
    for (const { role, size, pages } of READERS.filter((reader) => reader.entity === entity)) {
      const { page, wire, problems } = await newDevice(size);
      problems.allow(ICON);
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      const origin = originOf(wire.origin, entity);
      const { user } = await signInAt(page, origin, entity, role);
      await page.goto(`${origin}/support`);
      await expect(page.locator('main h1')).toBeVisible();
      for (const pageCase of pages)
        await test.step(`${role} ${typeof pageCase === 'string' ? pageCase : pageCase[0]}`, async () => {
          const address = await addressOf(lab.pool, pageCase, { entity, company: user.companyId });
          await goTo(page, address);
          await expect(page.locator('main'), address).toContainText(MARK);
          expect(await traces(page), address).toEqual([]);
        });
      expect(dialogs).toEqual([]);
    }
  });
