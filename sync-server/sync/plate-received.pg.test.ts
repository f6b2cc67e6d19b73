import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BATCH_TYPES } from '#db/batches/batch.ts';
import { CATALOGUE } from '#db/entities.ts';
import { buildReceivingWorld, buildSession, signSession } from '#db/factories/benches/receiving-bench.ts';
import { buildUser } from '#db/factories/build-identity.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import { user } from '#db/identity/user.ts';
import { operationNamed } from '#db/operations.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { AccessionArgs } from '#db/specimens/accession/accession-args.ts';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { pushOperations } from './push-operations.ts';
import { envelope, openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await openTestLab();
});
afterAll(() => lab.database.drop());

const KEYS_FIRST = ['User', 'Company', 'Procedure', 'Flow', 'Protocol'];

async function expectPlate(): Promise<void> {
  const world = buildReceivingWorld({
    specimens: WELL_NAMES.map((well, index) => ({
      id: `specimen-${well}`,
      orderRow: index + 1,
      shipmentPlateLocation: well,
      shipmentPlateNumber: 1,
    })),
  });
  world.putRow(user, buildUser({ id: 'user-customer' }));
  for (const batchType of BATCH_TYPES) {
    const id = `procedure-${batchType === 'LIBRARY_PREPARATION' ? 'library' : batchType.toLowerCase()}`;
    world.putRow(procedure, buildProcedure({ id, code: id, batchType }));
  }
  const first = KEYS_FIRST.flatMap((name) => CATALOGUE.filter((entity) => entity.name === name));
  const storedTables = new Set(['user_company', 'person']);
  await inTransaction(lab.database.pool, async (client) => {
    for (const entity of new Set([...first, ...CATALOGUE])) {
      for (const row of storedTables.has(entity.table) ? [] : world.all(entity)) {
        const text = `SELECT 1 FROM ${quoted(entity.table)} WHERE id = $1`;
        if ((await client.query(text, [row['id']])).rows.length === 0) await insertRow(client, entity, row);
      }
    }
  });
}

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
  await expectPlate();
  const device = await lab.enroll(lab.tess);
  await lab.database.pool.query(
    `INSERT INTO number_lease (id, device_id, entity, series, lab_day, "from", "to")
     SELECT series, $1, 'WBL', series, '2026-11-21', 1, 8999 FROM unnest(ARRAY['SPECIMEN', 'ACCESSION_GROUP']) AS series`,
    [device],
  );
  const wells = WELL_NAMES.map((well, index) => {
    const julianId = `W26325-${String(index + 500).padStart(4, '0')}`;
    const ids = { specimenId: `specimen-${well}`, sampleId: `sample-${well}` };
    const label = { sampleBarcodeId: `barcode-${well}`, sampleBarcode: `${julianId}-01` };
    return { well, julianId, exception: null, ...ids, ...label };
  });
  const plate = { orderId: 'order-1', shipmentPlateNumber: 1, plateBarcode: 'PLATE-1', wells };
  const plates = [{ ...plate, a1CornerSeen: true, rotated: false }];
  const session = await signSession(buildSession({ plates, missingSpecimenIds: [] }));
  const { pool, queryCount } = countingPool(lab.database.url);
  const operations = [envelope(1, 'accession-shipment', AccessionArgs.parse(session))];
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
