import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const claims = () =>
  lab.rows(`SELECT flow_cell_id AS "flowCellId", warranty_claim AS claim FROM flow_cell
    WHERE warranty_claim <> 'NONE' ORDER BY flow_cell_id`);

test('the lab manager decides the warranty claim of a flow cell, and a tech does not', async () => {
  const [cell] = await lab.rows(`SELECT id FROM flow_cell WHERE warranty_claim = 'OPEN'`);
  const returned = { flowCellId: 'PBF20444', claim: 'ACCEPTED' };
  expect(await claims()).toEqual([{ flowCellId: 'PBF20443', claim: 'OPEN' }, returned]);
  const args = { cellId: String(cell?.['id'] ?? ''), decision: 'ACCEPTED', reason: 'Replaced by the vendor' };
  const decide = (caller: Caller) =>
    lab.call(caller, 'patch', '/api/lab/inventory-item', { operation: 'decide-warranty-claim', args });
  expect((await decide('LAB_TECH')).status).toBe(403);
  expect((await decide('LAB_MANAGER')).body).toMatchObject({ outcome: 'APPLIED' });
  expect(await claims()).toEqual([{ flowCellId: 'PBF20443', claim: 'ACCEPTED' }, returned]);
});
