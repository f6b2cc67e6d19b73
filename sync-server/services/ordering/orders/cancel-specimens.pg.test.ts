import { afterAll, beforeAll, expect, test } from 'vitest';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const mailsOf = (kind: string, { id }: { id: string }) =>
  lab.rows(`SELECT "to" FROM email WHERE kind = $1 AND data ->> 'targetId' = $2`, [kind, id]);

test('the managers of an order cancel specimens before their receipt, and nobody of another company can', async () => {
  const [orderRow] = await lab.rows<{ id: string; one: string; all: string[] }>(
    `SELECT o.id, min(s.id) AS one, array_agg(s.id) AS all FROM "order" o JOIN specimen s ON s.order_id = o.id AND NOT s.deleted
       JOIN user_company uc ON uc.company_id = o.company_id AND uc.role = 'COMPANY_MANAGER' AND uc.entity = 'WBL'
      WHERE o.entity = 'WBL' AND NOT o.deleted AND o.status IN ('ORDERED', 'SHIPPED')
      GROUP BY o.id HAVING count(*) > 1 AND bool_and(s.received_at IS NULL AND s.status <> 'CANCELED') ORDER BY o.id LIMIT 1`,
  );
  const url = `/api/orders/${orderRow?.id}/cancel-specimens`;
  const body = { specimenIds: [orderRow?.one], reason: 'The tube broke at our bench' };
  expect((await lab.call('COMPANY_USER', 'post', url, body)).status).toBe(403);
  const foreignAnswer = await lab.call('INSTITUTION_MANAGER', 'post', url, body);
  expect(foreignAnswer.status).toBe(404);
  const answer = await lab.call('COMPANY_MANAGER', 'post', url, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const now = ShownOrder.parse(answer.body);
  expect(now.specimens.find(({ id }) => id === orderRow?.one)?.status).toBe('CANCELED');
  expect(now.specimens.filter(({ status }) => status === 'CANCELED')).toHaveLength(1);
  expect(['ORDERED', 'SHIPPED']).toContain(now.status);
  expect(await mailsOf('ORDER_CANCELED', now)).toEqual([]);
  const rest = (orderRow?.all ?? []).filter((id) => id !== orderRow?.one);
  const last = await lab.call('CS_REP', 'post', `/api/lab/orders/${orderRow?.id}/cancel-specimens`, {
    specimenIds: rest,
    reason: 'Study stopped',
  });
  expect(ShownOrder.parse(last.body).status).toBe('CANCELED');
  expect((await mailsOf('ORDER_CANCELED', now)).length).toBeGreaterThan(0);
});
