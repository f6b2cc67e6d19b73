import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationNamed } from '#db/operations.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { buildExpectedPlate, insertWorld, leaseNumbers, receiptOfPlate } from './expected-plate.ts';
import { pushOperations } from './push-operations.ts';
import { envelope, openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await openTestLab();
});
afterAll(() => lab.database.drop());

/** A pool whose connections count their queries. */
function countingPool(url: string): { pool: Pool; queryCount(): number } {
  let queryCount = 0;
  const pool = createPool(url, { max: 1 });
  pool.on('connect', (client) => {
    const run = client.query.bind(client);
    Object.defineProperty(client, 'query', {
      value: (...statement: unknown[]) => {
        queryCount += 1;
        return Reflect.apply(run, undefined, statement);
      },
    });
  });
  return { pool, queryCount: () => queryCount };
}

test('a 96-well plate is received with a few statements, so that nobody waits behind it', async () => {
  await insertWorld(lab.database.pool, buildExpectedPlate());
  const device = await lab.enroll(lab.tess);
  await leaseNumbers(lab.database.pool, device);
  const { pool, queryCount } = countingPool(lab.database.url);
  const operations = [envelope(1, 'accession-shipment', await receiptOfPlate())];
  const push = { deviceId: device, protocol: 1, operations };
  const { verdicts } = await pushOperations({ ...lab.engine, pool, operationNamed }, lab.tess, push);
  await pool.end();
  expect(verdicts).toMatchObject([{ outcome: 'CONFLICT', code: 'SIGNATURE_FAILED' }]);
  expect(queryCount()).toBeLessThan(60);
  const { rows } = await lab.database.pool.query(
    `SELECT (SELECT count(*)::int FROM sample WHERE status = 'IN_QUEUE') AS samples,
       (SELECT count(*)::int FROM specimen WHERE status = 'RECEIVED') AS specimens,
       (SELECT count(*)::int FROM audit_log WHERE table_name = 'specimen') AS audited,
       (SELECT count(DISTINCT rev)::int FROM sample) AS revisions`,
  );
  expect(rows).toEqual([{ samples: 96, specimens: 96, audited: 96, revisions: 1 }]);
});
