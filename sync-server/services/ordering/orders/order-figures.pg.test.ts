import { afterAll, beforeAll, expect, test } from 'vitest';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

test('staff see measured figures of a specimen at once, its customer with the results', async () => {
  const [row] = await lab.rows<{ id: string; orderId: string; sampleId: string }>(
    `SELECT s.id, s.order_id AS "orderId", min(a.id) AS "sampleId" FROM specimen s
       JOIN "order" o ON o.id = s.order_id AND o.entity = 'WBL' AND NOT o.deleted
       JOIN user_company uc ON uc.company_id = o.company_id AND uc.role = 'COMPANY_USER' AND uc.entity = 'WBL'
       JOIN sample a ON a.specimen_id = s.id AND NOT a.deleted AND a.failed_at IS NULL
      WHERE NOT s.deleted AND s.results_released_at IS NULL GROUP BY s.id ORDER BY s.id LIMIT 1`,
  );
  await lab.rows(
    `UPDATE sample SET extracted_concentration = NULL, extracted_volume = NULL, fragment_length = NULL
      WHERE specimen_id = $1`,
    [row?.id],
  );
  await lab.rows(`UPDATE sample SET extracted_concentration = 18.4, fragment_length = 420 WHERE id = $1`, [
    row?.sampleId,
  ]);
  const [run] = await lab.rows<{ id: string }>(
    `SELECT id FROM batch_result WHERE qc_verdict = 'PASS' ORDER BY id LIMIT 1`,
  );
  await lab.rows(
    'DELETE FROM analysis_run WHERE sample_result_id IN (SELECT id FROM sample_result WHERE specimen_id = $1)',
    [row?.id],
  );
  await lab.rows('DELETE FROM sample_result WHERE specimen_id = $1', [row?.id]);
  await lab.rows(
    `INSERT INTO sample_result (id, created_at, updated_at, entity, sample_id, batch_result_id, specimen_id, reads_pass,
        bases_pass, estimated_bases, cumulative_bases, n50, mean_qscore, qc_status)
      VALUES ('result-of-figures', now(), now(), 'WBL', $1, $2, $3, 2000, 2000000000, 0, 2000000000, 1000, 14.000, 'PASS')`,
    [row?.sampleId, run?.id, row?.id],
  );
  const figures = async (caller: Caller, family: string) => {
    const { status, body } = await lab.call(caller, 'get', `/api/${family}/${row?.orderId}`);
    expect([status, body.error]).toEqual([200, undefined]);
    return ShownOrder.parse(body).figures[row?.id ?? ''];
  };
  const measured = {
    concentration: expect.stringMatching(/^18\.4/),
    volume: null,
    fragmentLength: 420,
    yieldBases: 2e9,
    n50: 1000,
    meanQscore: '14.000',
  };
  expect(await figures('CS_REP', 'lab/orders')).toEqual(measured);
  expect(await figures('COMPANY_USER', 'orders')).toBeUndefined();
  await lab.rows('UPDATE specimen SET results_released_at = now() WHERE id = $1', [row?.id]);
  expect(await figures('COMPANY_USER', 'orders')).toEqual(measured);
});
