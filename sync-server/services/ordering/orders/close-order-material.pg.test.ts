import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { setProtocolClinical } from '#sync-server/postgres/test-database.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

/** Prepare a finished order for closing, with the tube of its first specimen in a box of a freezer. */
async function readyToClose(option: 'STORE' | 'DESTROY') {
  const [orderRow] = await lab.rows<{
    id: string;
    number: string;
    protocolId: string;
    specimenId: string;
    sampleId: string;
  }>(
    `SELECT o.id, o.order_number AS number, o.protocol_id AS "protocolId", s.id AS "specimenId", t.id AS "sampleId"
       FROM "order" o JOIN specimen s ON s.order_id = o.id AND s.status = 'COMPLETED' AND NOT s.deleted
       JOIN sample t ON t.specimen_id = s.id AND t.sample_kind = 'PRIMARY'
      WHERE o.entity = 'WBL' AND o.status IN ('PENDING_COMPLETION', 'COMPLETED') ORDER BY o.id, s.id, t.id LIMIT 1`,
  );
  const { id = '', number = '', protocolId = '', specimenId = '', sampleId = '' } = orderRow ?? {};
  await setProtocolClinical(lab.database.owner, protocolId, false);
  const box = `SELECT b.id FROM storage_management b JOIN storage_management f ON f.id = b.parent_id
    WHERE b.entity = 'WBL' AND b.type = 'BOX' AND f.type <> 'BENCH' ORDER BY b.id LIMIT 1`;
  for (const [sql, values] of [
    [
      `UPDATE "order" SET status = 'PENDING_COMPLETION', completed_at = NULL, post_sequence_option = $2 WHERE id = $1`,
      [id, option],
    ],
    [`UPDATE specimen SET results_released_at = now() WHERE order_id = $1`, [id]],
    [
      `UPDATE discrepancy SET resolution = 'RELABELED' WHERE specimen_id IN (SELECT id FROM specimen WHERE order_id = $1)`,
      [id],
    ],
    [
      `UPDATE invoice SET status = 'AWAITING_BILLING' WHERE order_id = $1 AND status NOT IN ('VOID', 'CANCELED')`,
      [id],
    ],
    [
      `UPDATE sample SET status = 'COMPLETED', remaining_volume = 100, custodian_user_id = NULL, checked_out_at = NULL,
         storage_location_id = (${box}), storage_position = NULL WHERE id = $1`,
      [sampleId],
    ],
  ] as const)
    await lab.rows(sql, [...values]);
  const status = async () =>
    (
      await lab.rows(
        `SELECT o.status AS "order", s.status AS specimen, t.status AS tube, p.type AS place
           FROM "order" o JOIN specimen s ON s.id = $2 JOIN sample t ON t.id = $3
           LEFT JOIN storage_management p ON p.id = t.storage_location_id WHERE o.id = $1`,
        [id, specimenId, sampleId],
      )
    )[0];
  const close = () => lab.call('PROJECT_MANAGER', 'patch', `/api/lab/orders/close/${id}`, {});
  return { number, sampleId, status, close };
}

test('closing an order stores a tube that is already put away, and its specimen', async () => {
  const { status, close } = await readyToClose('STORE');
  const closed = await close();
  expect(closed.status, JSON.stringify(closed.body)).toBe(200);
  expect(await status()).toMatchObject({ order: 'COMPLETED', specimen: 'IN_STORAGE', tube: 'IN_STORAGE' });
});

test('a tube to destroy is disposed of once its order is closed, although the data retention continues', async () => {
  const { number, sampleId, status, close } = await readyToClose('DESTROY');
  const dispose = () =>
    lab.call('LAB_MANAGER', 'patch', '/api/lab/samples/update/status', {
      operation: 'dispose-samples',
      args: {
        bulkId: ulid(),
        sampleIds: [sampleId],
        reason: 'Leftover',
        reviewerUserId: null,
        reviewerProof: null,
      },
    });
  const disposalRefusal = await dispose();
  expect([disposalRefusal.status, disposalRefusal.body.error]).toEqual([409, `Close order ${number} first.`]);
  expect((await close()).status).toBe(200);
  const disposed = await dispose();
  expect(disposed.status, JSON.stringify(disposed.body)).toBe(200);
  expect(await status()).toMatchObject({ order: 'COMPLETED', specimen: 'COMPLETED', place: 'DISPOSED' });
});
