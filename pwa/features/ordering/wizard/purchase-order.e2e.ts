import { expect } from '@playwright/test';
import { AGREEMENT_VERSION } from '#db/ordering/draft-form.ts';
import { ShownDraft } from '#db/ordering/shown-draft.ts';
import { ServicePage } from '#db/ordering/shown-service.ts';
import { axeFindingsInThemes, smallTargets } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import type { Device } from '#pwa/testing/browser/device.ts';
import { mailedLink } from '#pwa/testing/browser/mailbox.ts';

const BILLING = { line1: '1 Test Way', city: 'Boston', state: 'MA', postalCode: '02115', country: 'US' };
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

async function send({ context, wire }: Device, path: string, data: object): Promise<unknown> {
  const answer = await context.request.post(`${wire.origin}${path}`, {
    headers: { origin: wire.origin },
    data,
  });
  expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? null : answer.json();
}

const ask = async ({ context, wire }: Device, path: string): Promise<unknown> =>
  (await context.request.get(`${wire.origin}${path}`)).json();

/** A draft by purchase order that lacks only the number and the file; the wizard's own journey has the steps before. */
async function draftOf(device: Device): Promise<ShownDraft> {
  const { rows } = ServicePage.parse(await ask(device, '/api/lab/services?status=LIVE&limit=500'));
  const sold = rows.find(({ packageTypes, clinical }) => !clinical && packageTypes.includes('TUBE'));
  const started = { protocolId: sold?.protocolId, orderType: 'PURCHASE_ORDER', packageType: 'TUBE' };
  const draft = ShownDraft.parse(await send(device, '/api/create-order', started));
  const { id, projectedSpecimenCount } = draft.order;
  const cells = {
    providedSourceSpecies: draft.protocol.acceptedSpecies[0] ?? 'HOMO_SAPIENS',
    providedSpecimenType: 'WHOLE_BLOOD',
  };
  await send(device, `/api/create-order/manifest/rows?orderId=${id}&mode=replace`, {
    rows: Array.from({ length: projectedSpecimenCount }, (_, index) => ({
      row: index + 1,
      cells: { ...cells, customerSampleId: `T-${index + 1}` },
    })),
  });
  const accepted = ShownDraft.parse(
    await send(device, `/api/create-order/${id}/data-use`, {
      agreementTypes: ['NO_RIGHTS'],
      otherText: '',
      retentionPeriod: 'YEARS_1',
      agreementVersion: AGREEMENT_VERSION,
    }),
  );
  const changes = { billingAddress: BILLING };
  const saved = await send(device, `/api/create-order/${id}`, {
    seenVersion: accepted.order.version,
    changes,
  });
  return ShownDraft.parse(saved);
}

test('a customer submits with a purchase order, billing verifies it by the link of its letter, and the bench finds the tubes without a network', async ({
  lab,
  newDevice,
}) => {
  await lab.pool.query(`UPDATE company SET allow_purchase_order = true WHERE name = 'Northfield Biotech'`);
  const customer = await newDevice('handheld');
  const { page } = customer;
  await customer.signIn('COMPANY_MANAGER');
  const draft = await draftOf(customer);
  const { id, orderNumber } = draft.order;
  await customer.open(`/order/${id}?step=review`);
  await expect(page.getByText('Upload the purchase order.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit order' })).toBeDisabled();
  const number = page.getByLabel(/^Purchase order number/);
  await number.fill('PO-4711');
  await number.blur();
  await page.getByLabel('Purchase order', { exact: true }).setInputFiles({
    name: 'order 4711.pdf',
    mimeType: 'application/pdf',
    buffer: PDF,
  });
  await expect(page.getByRole('list', { name: 'Purchase order: files' })).toContainText('order 4711.pdf');
  await expect(page.getByText('Everything is there.')).toBeVisible();
  expect.soft(await axeFindingsInThemes(page)).toEqual([]);
  expect.soft(await smallTargets(page, true)).toEqual([]);
  await page.getByRole('button', { name: 'Submit order' }).click();
  await expect(page.getByText('Thank you. The order is submitted.')).toBeVisible();
  await expect(page.getByText('PO under review')).toBeVisible();

  // Who verifies it is not at the desk: the letter's link opens it on a phone, without signing in, once.
  const office = await newDevice('handheld');
  const link = await mailedLink(lab.pool, 'billing-manager@wbl.example', 'PO_REVIEW_NEEDED');
  await office.open(link);
  await expect(office.page.getByRole('heading', { name: `Purchase order: ${orderNumber}` })).toBeVisible();
  expect(office.page.url(), 'the secret is gone from the address bar').not.toContain('token');
  await office.page.getByText('Approve', { exact: true }).click();
  await expect(office.page.getByText(/goes on to the lab/)).toBeVisible();
  expect.soft(await axeFindingsInThemes(office.page)).toEqual([]);
  expect.soft(await smallTargets(office.page, true)).toEqual([]);
  await office.page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(office.page.getByRole('status')).toContainText(`Approved: ${orderNumber}`);
  office.problems.allow(/status of 409/);
  await office.page.goto('about:blank');
  await office.open(link);
  await expect(office.page.getByText('This link does not work any more')).toBeVisible();

  await customer.open(`/orders/${id}`);
  await expect(page.getByRole('heading', { name: orderNumber, level: 1 })).toBeVisible();
  await expect(page.getByText('Ordered', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();

  const bench = await newDevice('handheld');
  await bench.signIn('LAB_TECH');
  await bench.open('/');
  await bench.ready();
  await bench.goOffline();
  const requisition = draft.requisitions[0]?.requisitionNumber ?? '';
  await bench.scan(requisition);
  await expect(bench.page.getByText(`Requisition ${requisition}.`)).toBeVisible();
});
