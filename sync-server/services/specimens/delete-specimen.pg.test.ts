import { afterAll, beforeAll, expect, test } from 'vitest';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const reason = 'Entered twice';

test('a specimen is deleted with a reason: it leaves the lists, the order costs less, and only permitted roles may', async () => {
  const [orderRow] = await lab.rows<{ order: string; id: string }>(
    `SELECT o.id AS "order", min(s.id) AS id FROM "order" o JOIN specimen s ON s.order_id = o.id AND NOT s.deleted
       JOIN invoice i ON i.order_id = o.id AND i.status = 'SERVICE_IN_PROGRESS'
      WHERE o.entity = 'WBL' AND NOT o.deleted AND o.status IN ('ORDERED', 'SHIPPED') AND o.order_type <> 'CAMPAIGN'
      GROUP BY o.id HAVING count(*) > 1 AND bool_and(s.status IN ('ORDERED', 'SHIPPED')) ORDER BY o.id LIMIT 1`,
  );
  const url = `/api/lab/specimens/${orderRow?.id}`;
  const order = async () =>
    ShownOrder.parse((await lab.call('PROJECT_MANAGER', 'get', `/api/lab/orders/${orderRow?.order}`)).body);
  const before = await order();
  const canDelete = async (role: 'PROJECT_MANAGER' | 'LAB_MANAGER') =>
    ShownSpecimen.parse((await lab.call(role, 'get', `/api/specimens/${orderRow?.id}`)).body).deletion;
  expect([await canDelete('PROJECT_MANAGER'), await canDelete('LAB_MANAGER')]).toEqual([
    { material: false },
    null,
  ]);
  for (const caller of ['LAB_MANAGER', 'CS_MANAGER', 'COMPANY_MANAGER'] as const)
    expect((await lab.call(caller, 'delete', url, { reason })).status).toBe(403);
  expect((await lab.call('PROJECT_MANAGER', 'delete', url, { reason: '' })).status).toBe(422);
  expect((await order()).total).toBe(before.total);
  const answer = await lab.call('LAB_RESEARCH_DIRECTOR', 'delete', url, { reason });
  expect([answer.status, answer.body?.error]).toEqual([204, undefined]);
  const after = await order();
  expect(after.specimens).toHaveLength(before.specimens.length - 1);
  expect(after.total).toBe(before.total - before.pricePerSpecimen + before.discountPerSpecimen);
  expect(await lab.rows(`SELECT deleted, status FROM specimen WHERE id = $1`, [orderRow?.id])).toEqual([
    { deleted: true, status: 'CANCELED' },
  ]);
  const events = await lab.rows(
    `SELECT data ->> 'reason' AS reason FROM event WHERE target_id = $1 AND type = 'SPECIMEN_DELETED'`,
    [orderRow?.id],
  );
  expect(events).toEqual([{ reason }]);
  expect((await lab.call('PROJECT_MANAGER', 'delete', url, { reason })).status).toBe(404);
  const deletedPage = await lab.call(
    'PROJECT_MANAGER',
    'get',
    `/api/lab/specimens?records=deleted&limit=200`,
  );
  expect(deletedPage.body.rows.map(({ id }: { id: string }) => id)).toContain(orderRow?.id);
});

test('a specimen whose sample was in a batch stays, and the error names the batch', async () => {
  const [worked] = await lab.rows<{ id: string; batch: string }>(
    `SELECT p.id, b.julian_id AS batch FROM specimen p JOIN sample s ON s.specimen_id = p.id JOIN batch b ON b.id = s.batch_id
      WHERE p.entity = 'WBL' AND p.status = 'IN_PROGRESS' AND NOT p.deleted ORDER BY p.id LIMIT 1`,
  );
  const specimenAnswer = await lab.call('LAB_CLINICAL_DIRECTOR', 'get', `/api/specimens/${worked?.id}`);
  expect(ShownSpecimen.parse(specimenAnswer.body).deletion).toBeNull();
  const answer = await lab.call('LAB_CLINICAL_DIRECTOR', 'delete', `/api/lab/specimens/${worked?.id}`, {
    reason,
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.body.error).toContain('so it stays in the records. Cancel it instead.');
});
