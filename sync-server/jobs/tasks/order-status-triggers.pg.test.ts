import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { closeFinishedOrders } from './close-finished-orders.ts';
import { discardIdleDrafts } from './discard-idle-drafts.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const at = (moment: string) => {
  lab.services.now = () => new Date(moment);
};
/** Write without the triggers that would update its timestamps. */
const touch = (table: string, moment: string, condition: string, values: unknown[]) =>
  lab.rows(`UPDATE ${table} SET updated_at = '${moment}' WHERE ${condition}`, values);
const one = async (id: string) =>
  (
    await lab.rows<{ status: string; reason: string | null; completed: string | null }>(
      `SELECT status, cancel_reason AS reason, completed_at::text AS completed FROM "order" WHERE id = $1`,
      [id],
    )
  )[0];
const idOf = async (status: string, more = 'true') =>
  (
    await lab.rows<{ id: string }>(
      `SELECT o.id FROM "order" o WHERE o.entity = 'WBL' AND NOT o.deleted AND o.status = $1 AND ${more} ORDER BY o.id LIMIT 1`,
      [status],
    )
  )[0]?.id ?? '';

test('a draft without changes for 90 days is discarded with its rows; an active one stays', async () => {
  const draft = await idOf('DRAFT', 'EXISTS (SELECT 1 FROM specimen s WHERE s.order_id = o.id)');
  expect(draft).not.toBe('');
  await touch('"order"', '2026-01-10T12:00:00Z', `status = 'DRAFT'`, []);
  await touch('specimen', '2026-02-01T12:00:00Z', 'order_id IN (SELECT id FROM "order" WHERE status = $1)', [
    'DRAFT',
  ]);
  await touch('data_use_info', '2026-01-10T12:00:00Z', 'true', []);
  // 90 days after the order's change, but not after that of its rows.
  at('2026-04-20T12:00:00Z');
  expect(await discardIdleDrafts(lab.services)).toBe(0);
  await touch('specimen', '2026-03-01T12:00:00Z', 'order_id = $1', [draft]);
  at('2026-05-10T12:00:00Z');
  const discardCount = await discardIdleDrafts(lab.services);
  expect(await one(draft)).toMatchObject({ status: 'DRAFT', reason: null });
  at('2026-05-31T12:00:00Z');
  expect([discardCount > 0, await discardIdleDrafts(lab.services)]).toEqual([true, 1]);
  expect(await one(draft)).toMatchObject({
    status: 'CANCELED',
    reason: 'Draft discarded: nobody went on with it for 90 days',
  });
  const rows = await lab.rows(`SELECT DISTINCT status FROM specimen WHERE order_id = $1 AND NOT deleted`, [
    draft,
  ]);
  expect(rows).toEqual([{ status: 'CANCELED' }]);
  const events = await lab.rows(
    `SELECT user_id FROM event WHERE target_id = $1 AND type = 'ORDER_CANCELED' ORDER BY created_at DESC LIMIT 1`,
    [draft],
  );
  expect(events).toEqual([{ user_id: null }]);
  expect(await discardIdleDrafts(lab.services)).toBe(0);
});

test('an order finished yesterday is closed in the night if nothing is open, and its customer is notified', async () => {
  const id = await idOf('PENDING_COMPLETION');
  expect(id).not.toBe('');
  await touch('"order"', '2026-06-01T15:00:00Z', `status = 'PENDING_COMPLETION'`, []);
  await lab.rows(
    `UPDATE "order" SET status = 'PROCESSING' WHERE status = 'PENDING_COMPLETION' AND id <> $1`,
    [id],
  );
  await lab.rows(
    `UPDATE specimen SET results_released_at = '2026-06-01T14:00:00Z' WHERE order_id = $1 AND status = 'COMPLETED'`,
    [id],
  );
  await lab.rows(
    `UPDATE discrepancy SET resolution = 'RELABELED' WHERE specimen_id IN (SELECT id FROM specimen WHERE order_id = $1)`,
    [id],
  );
  await touch('"order"', '2026-06-01T15:00:00Z', 'id = $1', [id]);
  const invoices = (status: string) =>
    lab.rows(`UPDATE invoice SET status = $2 WHERE order_id = $1 AND status NOT IN ('VOID', 'CANCELED')`, [
      id,
      status,
    ]);
  const letters = () => lab.rows(`SELECT id FROM email WHERE kind = 'ORDER_COMPLETED'`);
  const before = (await letters()).length;
  await invoices('AWAITING_BILLING');
  await touch('"order"', '2026-06-01T15:00:00Z', 'id = $1', [id]);
  // Still the same day in New York.
  at('2026-06-02T03:30:00Z');
  expect(await closeFinishedOrders(lab.services)).toBe(0);
  await invoices('SERVICE_IN_PROGRESS');
  await touch('"order"', '2026-06-01T15:00:00Z', 'id = $1', [id]);
  at('2026-06-02T04:30:00Z');
  expect(await closeFinishedOrders(lab.services)).toBe(0);
  expect((await one(id))?.status).toBe('PENDING_COMPLETION');
  await invoices('AWAITING_BILLING');
  await touch('"order"', '2026-06-01T15:00:00Z', 'id = $1', [id]);
  expect(await closeFinishedOrders(lab.services)).toBe(1);
  expect(await one(id)).toMatchObject({
    status: 'COMPLETED',
    completed: expect.stringContaining('2026-06-02'),
  });
  expect((await letters()).length).toBeGreaterThan(before);
  expect(await closeFinishedOrders(lab.services)).toBe(0);
});
