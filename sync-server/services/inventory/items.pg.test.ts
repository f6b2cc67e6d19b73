import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const PATH = '/api/lab/inventory-item';
const executeOnItem = (caller: Caller, operation: string, args: object) =>
  lab.call(caller, 'patch', PATH, { operation, args });
const itemOf = async (code: string) => {
  const [row] = await lab.rows<{ id: string; status: string; lot: string | null; left: string | null }>(
    `SELECT id, status, lot_number AS lot, remaining::text AS left FROM inventory_item WHERE entity = 'WBL' AND barcode = $1`,
    [code],
  );
  if (!row) throw new Error(`Nothing carries ${code}.`);
  return row;
};

test('over REST the lab manager orders a kit, a tech receives, opens and uses it up, and the manager reopens it', async () => {
  const [type] = await lab.rows<{ id: string }>(
    `SELECT id FROM inventory_type WHERE entity = 'WBL' AND catalog_number = 'SQK-LSK114'`,
  );
  const receiptFields = { serialNumber: null, unitCost: 89_500, purchaseOrderNumber: 'LAB-2050' };
  const ordered = {
    inventoryTypeId: type?.id,
    barcode: 'LIG-NEW-1',
    quantity: '24',
    ...receiptFields,
    receipt: null,
  };
  expect((await lab.call('LAB_TECH', 'post', PATH, ordered)).status).toBe(403);
  expect((await lab.call('LAB_MANAGER', 'post', PATH, ordered)).status).toBe(200);
  const retry = await lab.call('LAB_MANAGER', 'post', PATH, ordered);
  expect([retry.status, retry.body.error]).toEqual([409, 'Barcode LIG-NEW-1 is already in use.']);
  const { id: itemId } = await itemOf('LIG-NEW-1');
  const receipt = { lotNumber: 'LSK2612', expirationDate: '2027-08-31', quantity: null, qcPassed: null };
  expect((await executeOnItem('LAB_TECH', 'receive-inventory-item', { itemId, receipt })).status).toBe(200);
  expect(await itemOf('LIG-NEW-1')).toMatchObject({ status: 'RECEIVED', lot: 'LSK2612', left: '24' });
  expect((await executeOnItem('LAB_TECH', 'open-inventory-item', { itemId })).status).toBe(200);
  expect((await executeOnItem('LAB_TECH', 'mark-inventory-item-used', { itemId, reason: ' ' })).status).toBe(
    422,
  );
  expect(
    (await executeOnItem('LAB_TECH', 'mark-inventory-item-used', { itemId, reason: 'Empty' })).status,
  ).toBe(200);
  const reopen = { itemId, reason: 'It was another box', remaining: null };
  expect((await executeOnItem('LAB_TECH', 'reopen-inventory-item', reopen)).status).toBe(403);
  expect((await executeOnItem('LAB_MANAGER', 'reopen-inventory-item', reopen)).status).toBe(200);
  expect(await itemOf('LIG-NEW-1')).toMatchObject({ status: 'OPENED', left: '24' });
});

test('an item that needs QC is refused unchanged until it has passed', async () => {
  const { id: itemId } = await itemOf('FLO-ORDERED-1');
  const receipt = { lotNumber: 'PAU1', expirationDate: null, quantity: null, qcPassed: false };
  const before = await lab.fingerprint();
  const refusal = await executeOnItem('LAB_TECH', 'receive-inventory-item', { itemId, receipt });
  expect([refusal.status, refusal.body.error]).toEqual([
    409,
    'Lot PAU1 has not passed QC. Receive it when it has.',
  ]);
  expect(await lab.fingerprint()).toBe(before);
});
