import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { endRetention } from './end-retention.ts';

let lab: DemoServer;
let order = '';
beforeAll(async () => {
  lab = await openDemoServer();
  const [row] = await lab.rows<{ id: string }>(
    `SELECT o.id FROM "order" o WHERE o.entity = 'WBL' AND NOT o.deleted AND o.order_number IS NOT NULL
      AND o.company_id IN (SELECT company_id FROM user_company WHERE role = 'COMPANY_MANAGER')
      ORDER BY o.id LIMIT 1`,
  );
  order = row?.id ?? '';
  expect(order).not.toBe('');
  await lab.rows(`UPDATE "order" SET completed_at = '2024-06-10T16:00:00Z' WHERE id = $1`, [order]);
  await lab.rows(
    `INSERT INTO data_use_info (id, created_at, updated_at, entity, order_id, agreement_types, retention_period,
       accepted_by_user_id, accepted_at, agreement_version)
     SELECT 'agreed', now(), now(), 'WBL', $1, '{CLIENT_NAME}', 'YEARS_2', id, now(), '1' FROM "user" ORDER BY id LIMIT 1
     ON CONFLICT (order_id) DO UPDATE SET agreement_types = EXCLUDED.agreement_types, retention_period = EXCLUDED.retention_period`,
    [order],
  );
  for (const [id, subType] of [
    ['data', 'POD5'],
    ['report', 'SUMMARY_REPORT'],
  ])
    await lab.rows(
      `INSERT INTO s3_file (id, created_at, updated_at, entity, title, size, type, file_type, sub_type, bucket, key, status,
         scan_status, target_type, target_id, customer_visible, uploaded_by_id, download_count)
       SELECT $1, now(), now(), 'WBL', $1 || '.txt', 1, 'text/plain', 'ORDER_DOCUMENT', $2, 'order-documents',
         'order-documents/' || $1, 'STORED', 'CLEAN', 'Order', $3, true, id, 0 FROM "user" ORDER BY id LIMIT 1`,
      [id, subType, order],
    );
});
afterAll(() => lab.close());

const keepFor = (period: string) =>
  lab.rows('UPDATE data_use_info SET retention_period = $2 WHERE order_id = $1', [order, period]);
const on = (day: string) => {
  lab.services.now = () => new Date(`${day}T17:00:00Z`);
  return endRetention(lab.services);
};
const countWarningEmails = async () =>
  (await lab.rows(`SELECT DISTINCT subject FROM email WHERE kind = 'DATA_EXPIRY_WARNING'`)).length;
const storedFileIds = async () =>
  (
    await lab.rows<{ id: string }>(
      `SELECT id FROM s3_file WHERE target_id = $1 AND status = 'STORED' ORDER BY id`,
      [order],
    )
  ).map(({ id }) => id);

test('data with indefinite retention stay and nobody is warned', async () => {
  await keepFor('INDEFINITE');
  expect(await on('2099-01-01')).toEqual({ deleted: 0, warned: 0 });
  await keepFor('YEARS_2');
});

test('the customer is warned once each 60 and 7 days before the end; then data are deleted and reports stay', async () => {
  expect(await on('2026-04-10')).toEqual({ deleted: 0, warned: 0 });
  const first = await on('2026-04-11');
  expect([first.deleted, first.warned > 0, await countWarningEmails()]).toEqual([0, true, 1]);
  expect(await on('2026-04-12')).toEqual({ deleted: 0, warned: 0 });
  expect(await on('2026-06-02')).toEqual({ deleted: 0, warned: 0 });
  expect((await on('2026-06-03')).warned).toBe(first.warned);
  expect(await on('2026-06-10')).toEqual({ deleted: 0, warned: 0 });
  expect(await storedFileIds()).toEqual(['data', 'report']);
  expect(await on('2026-06-11')).toEqual({ deleted: 1, warned: 0 });
  expect(await storedFileIds()).toEqual(['report']);
  const events = await lab.rows<{ data: { file: string; reason: string } }>(
    `SELECT data FROM event WHERE type = 'FILE_DELETED' AND target_id = $1`,
    [order],
  );
  expect(events.map(({ data }) => [data.file, data.reason])).toEqual([
    ['data.txt', 'The retention period of the data has ended.'],
  ]);
  expect(await on('2026-06-12')).toEqual({ deleted: 0, warned: 0 });
});

test("a university's managers are warned as well as the person who ordered", async () => {
  const [orderWithFiles] = await lab.rows<{ id: string; managers: string[] }>(
    `SELECT o.id, array_agg(u.email) AS managers FROM "order" o
       JOIN user_company uc ON uc.company_id = o.company_id AND uc.role = 'INSTITUTION_MANAGER' AND NOT uc.deactivated
       JOIN "user" u ON u.id = uc.user_id
       JOIN data_use_info d ON d.order_id = o.id
      WHERE o.entity = 'WBL' GROUP BY o.id ORDER BY o.id LIMIT 1`,
  );
  const [creator] = await lab.rows<{ email: string }>(
    `UPDATE "order" SET completed_at = '2024-06-10T16:00:00Z', created_by_user_id = (
         SELECT user_id FROM user_company WHERE role = 'INSTITUTION_USER' AND entity = 'WBL' ORDER BY id LIMIT 1)
      WHERE id = $1 RETURNING (SELECT email FROM "user" WHERE id = created_by_user_id) AS email`,
    [orderWithFiles?.id],
  );
  await lab.rows(`UPDATE data_use_info SET retention_period = 'YEARS_2' WHERE order_id = $1`, [
    orderWithFiles?.id,
  ]);
  await lab.rows(`UPDATE s3_file SET target_id = $1, status = 'STORED', deleted = false WHERE id = 'data'`, [
    orderWithFiles?.id,
  ]);
  await on('2026-06-03');
  const letters = await lab.rows<{ to: string }>(
    `SELECT "to" FROM email WHERE kind = 'DATA_EXPIRY_WARNING' AND data ->> 'targetId' = $1`,
    [orderWithFiles?.id],
  );
  expect(letters.map(({ to }) => to).sort()).toEqual(
    [creator?.email, ...(orderWithFiles?.managers ?? [])].sort(),
  );
});
