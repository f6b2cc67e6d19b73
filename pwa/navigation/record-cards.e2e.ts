import { expect, type Page } from '@playwright/test';
import { axeFindingsInThemes, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';

const cardOf = (page: Page, name: string) => page.getByRole('region', { name: `About ${name}` });

test('an office reads the card of an organization by hovering its link; without a network the card says so', async ({
  lab,
  newDevice,
}) => {
  const { rows } = await lab.pool.query<{ id: string; name: string }>(
    `SELECT o.id, c.name FROM "order" o JOIN company c ON c.id = o.company_id
      WHERE c.name = 'Northfield Biotech' AND o.status = 'PROCESSING' ORDER BY o.id LIMIT 1`,
  );
  const { id, name } = rows[0] ?? { id: '', name: '' };
  const office = await newDevice('desktop');
  await office.signIn('SALES_REP');
  await office.open(`/lab/orders/${id}`);
  const { page } = office;
  const link = page.getByRole('link', { name, exact: true });
  await link.hover();
  await expect(cardOf(page, name)).toContainText('Members');
  expect(await axeFindingsInThemes(page)).toEqual([]);
  await page.mouse.move(0, 0);
  await expect(cardOf(page, name)).toHaveCount(0);

  await office.open(`/lab/orders/${id}`);
  await expect(link).toBeVisible();
  await office.goOffline();
  await link.hover();
  await expect(cardOf(page, name)).toContainText('Needs a connection');
});

test('a customer sees notes, events and files of a specimen as one activity on a phone', async ({
  lab,
  newDevice,
}) => {
  const { rows } = await lab.pool.query<{ id: string; name: string }>(
    `SELECT s.id, s.customer_sample_id AS name FROM specimen s JOIN "order" o ON o.id = s.order_id
      JOIN company c ON c.id = o.company_id
     WHERE c.name = 'Northfield Biotech' AND s.status = 'RECEIVED' ORDER BY s.id LIMIT 1`,
  );
  const { id, name } = rows[0] ?? { id: '', name: '' };
  const customer = await newDevice('handheld');
  await customer.signIn('COMPANY_MANAGER');
  await customer.open(`/specimens/${id}`);
  const { page } = customer;
  const feed = page.getByRole('list', { name: `History of ${name}` });
  await expect(feed).toContainText('Received');
  await page.getByRole('button', { name: 'Write a note' }).click();
  await page.getByLabel('New note').fill('Keep the tube upright.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(feed).toContainText('Keep the tube upright.');
  expect(await axeFindingsInThemes(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(await smallTargets(page, true)).toEqual([]);
});
