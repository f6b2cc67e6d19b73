import { expect } from '@playwright/test';
import { z } from 'zod';
import { sidewaysOverflow } from '#pwa/testing/browser/accessible.ts';
import { test } from '#pwa/testing/browser/bench-test.ts';
import {
  expectUsable,
  figure,
  photographDamage,
  putTubeOrder,
  scanAll,
  signIntact,
} from '#pwa/testing/browser/delivery.ts';
import { waitUntilPersisted } from '#pwa/testing/browser/header-status.ts';
import { expectExactlyOnce } from '#pwa/testing/browser/lab-truth.ts';
import { prepareSigning } from '#pwa/testing/browser/receiving.ts';

const ListAnswer = z.object({
  rows: z.array(z.object({ julianId: z.string().nullable(), status: z.string() })),
  total: z.number(),
});

test('96 tubes scanned at 100 ms offline are received exactly once despite a reload, with the photo of their package', async ({
  lab,
  newDevice,
}) => {
  const tubes = await putTubeOrder(lab.pool, 'W-000990', 96);
  const device = await newDevice('handheld');
  const { page } = device;
  await device.signIn('LAB_TECH');
  await prepareSigning(device);
  await device.open('/lab/specimens/accession');
  await device.ready();
  await device.goOffline();
  await page.getByRole('heading', { name: 'Receive shipment' }).click();
  await device.scan('1ZW-000990');
  await expect(figure(page, 'expected')).toHaveText('96');
  await scanAll(device, tubes.slice(0, 48), 100);
  await expect(figure(page, 'received')).toHaveText('48');
  await waitUntilPersisted(page);
  await page.reload();
  await expect(figure(page, 'received')).toHaveText('48');
  await page.getByRole('heading', { name: 'Receive shipment' }).click();
  await scanAll(device, tubes.slice(48), 100);
  await expect(figure(page, 'received')).toHaveText('96');
  await expect(figure(page, 'missing')).toHaveText('0');
  await device.scan(tubes[10] ?? '');
  await expect(page.getByText(`${tubes[10]} was already scanned in this session.`)).toBeVisible();
  await device.scan('NOBODY-KNOWS-ME');
  await expect(figure(page, 'unexpected')).toHaveText('1');
  await expect(page.getByText('1–12 of 97')).toBeVisible();
  await expectUsable(device, true);
  await photographDamage(device);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await expect(device.chip()).toContainText('1 photo waiting');
  expect(await sidewaysOverflow(page)).toEqual([]);
  await device.goOnline();
  await expect(device.chip()).toHaveText('Synced');
  await expect(page.getByText('Received by the server')).toBeVisible();
  expect(await expectExactlyOnce(device, lab.pool, 'LAB_TECH', 1)).toEqual(['accession-shipment']);
  const photos = await lab.pool.query(
    `SELECT f.type, f.status, g.package_condition AS condition FROM accession_group g
     JOIN s3_file f ON f.id = ANY (g.photo_file_ids) AND f.target_id = g.id WHERE g.tracking_number = '1ZW-000990'`,
  );
  expect(photos.rows).toEqual([{ type: 'image/jpeg', status: 'STORED', condition: 'DAMAGED' }]);
  const answer = await device.context.request.get(
    `${device.wire.origin}/api/lab/specimens?orderId=order-W-000990&limit=500`,
  );
  const { rows, total } = ListAnswer.parse(await answer.json());
  expect(total).toBe(96);
  expect(new Set(rows.map(({ julianId }) => julianId)).size).toBe(96);
  expect(rows.filter(({ julianId }) => julianId === null)).toEqual([]);
  expect(rows.filter(({ status }) => !status.startsWith('RECEIVED'))).toEqual([]);
  const unexpectedTube = await lab.pool.query(
    `SELECT status FROM sample WHERE specimen_id IS NULL AND created_at > now() - interval '1 hour'`,
  );
  expect(unexpectedTube.rows).toEqual([{ status: 'RECEIVED_QUARANTINED' }]);
});

test('a 96-well plate is accepted in column-major order with its exceptions', async ({ lab, newDevice }) => {
  const { rows } = await lab.pool.query<{ barcode: string; id: string }>(
    `SELECT s.shipment_plate_barcode AS barcode, o.id FROM specimen s JOIN "order" o ON o.id = s.order_id
     WHERE o.entity = 'WBL' AND o.status = 'SHIPPED' GROUP BY 1, 2 HAVING count(*) = 96`,
  );
  const plate = rows[0];
  if (!plate) throw new Error('The demo lab has no plate on its way.');
  const device = await newDevice('desktop');
  const { page } = device;
  await device.signIn('LAB_TECH');
  await device.open('/lab/specimens/accession');
  await device.ready();
  await page.getByRole('heading', { name: 'Receive shipment' }).click();
  await device.scan(plate.barcode);
  await expect(page.getByRole('tab', { name: /Plates/ })).toHaveAttribute('aria-selected', 'true');
  const accept = page.getByRole('button', { name: 'Accept 96 wells' });
  await expect(accept).toBeDisabled();
  await page.getByLabel('A1 corner seen').check();
  await page.locator('[data-position="B1"]').click();
  await page.getByRole('button', { name: 'Empty' }).click();
  await page.locator('[data-position="C1"]').click();
  await page.getByLabel('Something else').selectOption({ label: 'Leaking' });
  await expectUsable(device, false);
  await accept.click();
  await expect(page.getByText('96 wells accepted')).toBeVisible();
  await expect(figure(page, 'received')).toHaveText('96');
  await expect(figure(page, 'problems')).toHaveText('2');
  await signIntact(device);
  await expect(page.getByText('Received by the server')).toBeVisible();
  const received = await lab.pool.query<{ well: string; status: string; julian: string }>(
    `SELECT shipment_plate_location AS well, status, julian_id AS julian FROM specimen WHERE order_id = $1
     ORDER BY julian_id`,
    [plate.id],
  );
  const states = Object.fromEntries(received.rows.map(({ well, status }) => [well, status]));
  // The demo lab's plates belong to a test that waits for a full run.
  expect([states['A1'], states['B1'], states['C1'], states['H12']]).toEqual([
    'RECEIVED_AWAITING_OPTIMAL_BATCH',
    'ACTION_REQUIRED',
    'RECEIVED_QUARANTINED',
    'RECEIVED_AWAITING_OPTIMAL_BATCH',
  ]);
  const first = received.rows.slice(0, 9).map(({ well }) => well);
  expect(first).toEqual(['A1', 'B1', 'C1', 'D1', 'E1', 'F1', 'G1', 'H1', 'A2']);
});
