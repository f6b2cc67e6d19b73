import { expect } from '@playwright/test';
import type { Role } from '#db/access/roles.ts';
import { axeFindings, sidewaysOverflow, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import type { Size } from '#pwa/testing/browser/launch.ts';
import { draftOf, numbersOf } from '#pwa/testing/browser/order-draft.ts';
import { receiveOffline } from '#pwa/testing/browser/receiving.ts';

const CODE = 'AUTUMN-27';
const PLACE = { line1: '1 Test Way', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' };

test('a campaign order sends its kits, an offline bench receives the return, and the sponsor sees only the bill', async ({
  lab,
  newDevice,
}) => {
  const idOf = async (text: string, value: string) =>
    (await lab.pool.query<{ id: string }>(text, [value])).rows[0]?.id ?? '';
  const companyId = (name: string) => idOf(`SELECT id FROM company WHERE entity = 'WBL' AND name = $1`, name);
  const openAs = async (role: Role, size: Size, path: string): Promise<Device> => {
    const device = await newDevice(size);
    await device.signIn(role);
    await device.open(path);
    return device;
  };
  const sponsorPath = `/organizations/${await companyId('Northfield Biotech')}`;
  const { page: service } = await openAs('CS_MANAGER', 'desktop', sponsorPath);
  await service.getByRole('button', { name: 'Add campaign' }).click();
  const adding = service.getByRole('dialog');
  await adding.getByLabel('Campaign code').fill(CODE);
  await adding.getByLabel('Name').fill('Autumn screening');
  await adding.getByLabel('Fee for each collection kit').fill('15.00');
  await adding.getByRole('button', { name: 'Add campaign' }).click();
  await expect(service.getByText('0 orders, $15.00 for each kit')).toBeVisible();

  const desktop = await openAs('PROJECT_MANAGER', 'desktop', '/order/create');
  const { page } = desktop;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const { order } = await draftOf(desktop, {
    orderType: 'CAMPAIGN',
    companyId: await companyId('Lakeside University'),
    projectedSpecimenCount: 2,
    changes: { billingAddress: {}, shippingAddress: PLACE, campaignCode: CODE },
  });
  const { id } = order;
  await desktop.open(`/order/${id}?step=shipping`);
  await page.getByRole('textbox', { name: /^Kits/ }).fill('12');
  await page.getByLabel('Kits are sent').selectOption('Refrigerated');
  await button('Next').click();
  await expect(page.getByText('Everything is there.')).toBeVisible();
  await expect(page.getByText('12, refrigerated')).toBeVisible();
  await expect(page.getByText('$180.00')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveCount(0);
  await button('Submit order').click();
  await expect(
    page.getByText('The lab sends 12 collection kits to the shipping address first.'),
  ).toBeVisible();

  const { orderNumber, requisitionNumbers: codes } = await numbersOf(lab.pool, id);
  await desktop.open('/lab/orders?kits=TO_SEND');
  // The link also names the entity for people who see several.
  await page.getByRole('link', { name: `${orderNumber} WBL`, exact: true }).click();
  await button('Enter tracking number of the kits').click();
  const tracking = page.getByRole('dialog');
  await tracking.getByLabel('Tracking number').fill('KIT-1');
  await tracking.getByRole('button', { name: 'Save tracking number' }).click();
  await expect(page.getByText('KIT-1').first()).toBeVisible();

  const orderer = await openAs('INSTITUTION_MANAGER', 'handheld', `/orders/${id}`);
  const kits = orderer.page.getByRole('listitem').filter({ hasText: 'Collection kits from the lab' });
  await expect(kits).toContainText('Pre-transit');
  await expect(kits).toContainText('KIT-1');
  await expect(orderer.page.getByText('Paid by the sponsor of the campaign')).toBeVisible();
  expect.soft(await axeFindings(orderer.page)).toEqual([]);
  expect.soft(await sidewaysOverflow(orderer.page)).toEqual([]);
  expect.soft(await smallTargets(orderer.page, true)).toEqual([]);

  await receiveOffline(await newDevice('handheld'), orderNumber, codes);
  await orderer.page.reload();
  await expect(orderer.page.getByText('2 of 2 entered, 2 received')).toBeVisible();

  // Another journey tests the bench work on the tubes.
  await lab.pool.query(`UPDATE specimen SET status = 'COMPLETED', completed_at = now() WHERE order_id = $1`, [
    id,
  ]);
  await lab.pool.query(`UPDATE invoice SET status = 'AWAITING_BILLING' WHERE order_id = $1`, [id]);
  const invoiceId = await idOf('SELECT id FROM invoice WHERE order_id = $1', id);
  const { page: billing } = await openAs('BILLING_MANAGER', 'desktop', `/billing/invoices/${invoiceId}`);
  await billing.getByRole('button', { name: 'Issue invoice' }).click();
  await billing.getByRole('dialog').getByRole('button', { name: 'Issue invoice' }).click();
  await expect(billing.getByText('Open', { exact: true }).first()).toBeVisible();

  const sponsor = await openAs('COMPANY_MANAGER', 'handheld', `/invoices/${invoiceId}`);
  await expect(sponsor.page.getByText('12 collection kits')).toBeVisible();
  await expect(sponsor.page.getByText(CODE).first()).toBeVisible();
  const bill = await sponsor.page.getByRole('main').textContent();
  for (const secret of [orderNumber, 'Lakeside', 'KIT-1', ...codes]) expect(bill).not.toContain(secret);
  sponsor.problems.allow(/status of 404 .*\/api\/orders\//);
  await sponsor.open(`/orders/${id}`);
  await expect(sponsor.page.getByText('Order not found')).toBeVisible();
});
