import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
afterAll(() => lab.close());

const REASON = 'The run was stopped by hand';

const failed = async (): Promise<{ batchId: string; julianId: string }> => {
  const [row] = await lab.rows<{ batchId: string; julianId: string }>(
    `SELECT b.id AS "batchId", b.julian_id AS "julianId" FROM batch b JOIN procedure p ON p.id = b.procedure_id
      WHERE b.entity = 'WBL' AND b.status = 'IN_PROGRESS' AND NOT p.clinical ORDER BY b.id LIMIT 1`,
  );
  if (!row) throw new Error('The demo lab has no running batch.');
  return row;
};

test('a lab manager overrides a batch, and nobody without the right does', async () => {
  const { batchId } = await failed();
  const body = { batchId, status: 'FAILED', reason: REASON, failureReason: 'EQUIPMENT_MALFUNCTION' };
  const before = await lab.fingerprint();
  for (const role of ['LAB_TECH', 'PROJECT_MANAGER', 'CS_MANAGER', 'LAB_CLINICAL_DIRECTOR'] as const)
    expect((await lab.call(role, 'patch', '/api/lab/batches/override', body)).status).toBe(403);
  const short = await lab.call('LAB_MANAGER', 'patch', '/api/lab/batches/override', {
    ...body,
    reason: 'no',
  });
  expect(short.status).toBe(422);
  expect(await lab.fingerprint()).toBe(before);
  const done = await lab.call('LAB_MANAGER', 'patch', '/api/lab/batches/override', body);
  expect([done.status, done.body.error]).toEqual([200, undefined]);
  const [row] = await lab.rows(
    `SELECT b.status, b.override_reason AS reason, e.data ->> 'from' AS from, e.data ->> 'to' AS to
       FROM batch b JOIN event e ON e.target_id = b.id AND e.type = 'BATCH_OVERRIDE'
      WHERE b.id = $1 ORDER BY e.occurred_at DESC LIMIT 1`,
    [batchId],
  );
  expect(row).toEqual({ status: 'FAILED', reason: REASON, from: 'IN_PROGRESS', to: 'FAILED' });
});

test.each([
  [
    'specimens',
    'specimenId',
    'RECEIVED_ON_HOLD',
    `status = 'RECEIVED' AND received_at IS NOT NULL`,
    'SPECIMEN_OVERRIDE',
  ],
  ['samples', 'sampleId', 'RECEIVED_QUARANTINED', `status = 'IN_QUEUE'`, 'SAMPLE_OVERRIDE'],
] as const)(
  'a project manager overrides the %s, and nobody without the right does',
  async (family, key, status, condition, type) => {
    const table = family === 'specimens' ? 'specimen' : 'sample';
    const [row] = await lab.rows<{ id: string }>(
      `SELECT id FROM ${table} WHERE entity = 'WBL' AND NOT deleted AND ${condition} ORDER BY id LIMIT 1`,
    );
    const body = { [key]: row?.id, status, reason: REASON };
    const path = `/api/lab/${family}/override`;
    const before = await lab.fingerprint();
    for (const role of ['LAB_TECH', 'CS_MANAGER', 'LAB_RESEARCH_DIRECTOR', 'BILLING_MANAGER'] as const)
      expect([role, (await lab.call(role, 'patch', path, body)).status]).toEqual([role, 403]);
    expect((await lab.call('RESONANT:ADMIN', 'patch', path, body)).status).toBe(404);
    expect(await lab.fingerprint()).toBe(before);
    const done = await lab.call('PROJECT_MANAGER', 'patch', path, body);
    expect([done.status, done.body.error]).toEqual([200, undefined]);
    const [after] = await lab.rows(
      `SELECT r.status, r.override_reason AS reason, e.data ->> 'to' AS to FROM ${table} r
       JOIN event e ON e.target_id = r.id AND e.type = $2 WHERE r.id = $1`,
      [row?.id, type],
    );
    expect(after).toEqual({ status, reason: REASON, to: status });
  },
);
