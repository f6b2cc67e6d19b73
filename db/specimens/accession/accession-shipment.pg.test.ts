import { afterAll, beforeAll, expect, test } from 'vitest';
import { BATCH_TYPES } from '#db/batches/batch.ts';
import { CATALOGUE } from '#db/entities.ts';
import {
  buildReceivingWorld,
  buildSession,
  buildTube,
  signSession,
} from '#db/factories/benches/receiving-bench.ts';
import { buildUser } from '#db/factories/build-identity.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { user } from '#db/identity/user.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { RuleResult } from '#db/operation.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { PgTransaction, scopeOfActor } from '#sync-server/postgres/pg-transaction.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { AccessionArgs } from './accession-args.ts';
import { accessionShipment } from './accession-shipment.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const wells = WELL_NAMES.map((well, index) => ({
    id: `specimen-${well}`,
    orderRow: index + 1,
    shipmentPlateLocation: well,
    shipmentPlateNumber: 1,
  }));
  const world = buildReceivingWorld({
    specimens: [{ id: 'specimen-a', orderRow: 97 }, { id: 'specimen-b', orderRow: 98 }, ...wells],
  });
  world.putRow(user, buildUser({ id: 'user-tech' }));
  for (const batchType of BATCH_TYPES) {
    const id = `procedure-${batchType === 'LIBRARY_PREPARATION' ? 'library' : batchType.toLowerCase()}`;
    world.putRow(procedure, buildProcedure({ id, code: id, batchType }));
  }
  world.putRow(
    storageManagement,
    buildStorageManagement({ id: 'box-1', type: 'BOX', name: 'Box 1', parentId: null, rows: 9, columns: 9 }),
  );
  world.putRow(user, buildUser({ id: 'user-customer' }));
  await store(world);
});
afterAll(() => database.drop());

const ORDER_OF_KEYS = ['User', 'Company', 'Procedure', 'Flow', 'Protocol'];

// Foreign keys that are checked at once need their rows first; the others are checked at commit.
const store = (world: MemoryWorld) =>
  inTransaction(database.pool, async (client) => {
    const first = ORDER_OF_KEYS.flatMap((name) => CATALOGUE.filter((entity) => entity.name === name));
    for (const entity of new Set([...first, ...CATALOGUE])) {
      for (const row of world.all(entity)) await insertRow(client, entity, row);
    }
  });

async function receiveOnPostgres(args: Parameters<typeof buildSession>[0]): Promise<RuleResult> {
  const context = buildContext();
  const stamp = {
    at: context.occurredAt,
    userId: context.actor.userId,
    ...scopeOfActor(context.actor, 'bench'),
    receivedAt: context.occurredAt,
    requestId: context.operationId,
  };
  const session = AccessionArgs.parse(await signSession(buildSession(args)));
  return inTransaction(database.pool, async (client) => {
    const tx = new PgTransaction(client, stamp);
    const result = await accessionShipment.run(tx, session, context);
    await tx.finish();
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    return result;
  });
}

const rows = async (text: string): Promise<Record<string, unknown>[]> =>
  (await database.pool.query(text)).rows;

test('a full plate is received in one transaction, with one revision for all of its documents', async () => {
  const wells = WELL_NAMES.map((well, index) => {
    const julianId = `W26325-5${String(index).padStart(3, '0')}`;
    return {
      well,
      specimenId: `specimen-${well}`,
      sampleId: `sample-${well}`,
      julianId,
      sampleBarcodeId: `barcode-${well}`,
      sampleBarcode: `${julianId}-01`,
      exception: null,
    };
  });
  const plates = [
    {
      orderId: 'order-1',
      shipmentPlateNumber: 1,
      plateBarcode: 'PLATE-1',
      a1CornerSeen: true,
      rotated: false,
      wells,
    },
  ];
  expect(await receiveOnPostgres({ plates, missingSpecimenIds: [] })).toMatchObject({ outcome: 'APPLIED' });
  expect(
    await rows(`SELECT count(*)::int AS samples, count(DISTINCT rev)::int AS revisions FROM sample`),
  ).toEqual([{ samples: 96, revisions: 1 }]);
  expect(
    await rows(
      `SELECT DISTINCT sp.status FROM specimen sp JOIN sample sa ON sa.specimen_id = sp.id WHERE sp.rev = sa.rev`,
    ),
  ).toEqual([{ status: 'RECEIVED' }]);
  expect(await rows(`SELECT expected_count, received_count FROM accession_group`)).toEqual([
    { expected_count: 98, received_count: 96 },
  ]);
  expect(await rows(`SELECT status, shipment_status FROM "order"`)).toEqual([
    { status: 'RECEIVED', shipment_status: 'RECEIVED' },
  ]);
});

test('the same tube received twice stays one sample with two labels that both resolve', async () => {
  await receiveOnPostgres({ tubes: [buildTube({ julianId: 'W26325-0501' })], missingSpecimenIds: [] });
  const secondVerdict = await receiveOnPostgres({
    tubes: [buildTube({ julianId: 'W26325-0502' })],
    missingSpecimenIds: [],
  });
  expect(secondVerdict).toMatchObject({
    outcome: 'MERGED',
    message: 'Already accessioned as W26325-0501; relabel or keep alias.',
  });
  expect(await rows(`SELECT id FROM sample WHERE specimen_id = 'specimen-a' AND NOT deleted`)).toEqual([
    { id: 'sample-W26325-0501' },
  ]);
  expect(
    await rows(`SELECT DISTINCT target_id FROM barcode WHERE value LIKE 'W26325-050%' AND active`),
  ).toEqual([{ target_id: 'sample-W26325-0501' }]);
});

test('a label that another tube has already does not lose the receipt', async () => {
  const copy = buildTube({
    specimenId: 'specimen-b',
    julianId: 'W26325-0501',
    sampleId: 'copy',
    sampleBarcodeId: 'copy-label',
    scannedCode: 'TUBE-B',
  });
  expect(await receiveOnPostgres({ tubes: [copy], missingSpecimenIds: [] })).toMatchObject({
    outcome: 'CONFLICT',
    code: 'LABEL_TAKEN',
  });
  const [conflictRow] = await rows(
    `SELECT theirs ->> 'userId' AS first, mine ->> 'userId' AS second FROM sync_conflict WHERE kind = 'label-taken'`,
  );
  expect(conflictRow?.['first'], 'the conflict names who used the label first').toBe(conflictRow?.['second']);
  expect(await rows(`SELECT status, julian_id FROM specimen WHERE id = 'specimen-b'`)).toEqual([
    { status: 'RECEIVED', julian_id: null },
  ]);
});

test('the database refuses two samples in one slot, two active labels of one value, and a changed event', async () => {
  const place = (id: string, value: string) =>
    inTransaction(database.pool, async (client) => {
      await insertRow(client, barcode, buildBarcode({ id: `label-${id}`, value, targetId: id }));
      await insertRow(
        client,
        sample,
        buildSample({
          id,
          specimenId: null,
          barcodeId: `label-${id}`,
          barcode: value,
          extractionProcedureId: null,
          storagePosition: 'A1',
        }),
      );
      await client.query(`SET CONSTRAINTS sample_slot DEFERRED`);
      await client.query(`UPDATE sample SET storage_location_id = 'box-1' WHERE id = $1`, [id]);
    });
  await place('first', 'SLOT-1');
  await expect(place('second', 'SLOT-2')).rejects.toThrow('sample_slot');
  await expect(place('third', 'SLOT-1')).rejects.toThrow('barcode_value');
  const rewrite = `UPDATE event SET data = '{}'`;
  await expect(database.pool.query(rewrite)).rejects.toThrow('permission denied for table event');
  await expect(database.owner.query(rewrite)).rejects.toThrow('event is append only');
});

test('two samples may change places within one transaction', async () => {
  await inTransaction(database.pool, async (client) => {
    const label = buildBarcode({ id: 'label-other', value: 'SLOT-9', targetId: 'other' });
    await insertRow(client, barcode, label);
    await insertRow(
      client,
      sample,
      buildSample({
        id: 'other',
        specimenId: null,
        barcodeId: label.id,
        barcode: 'SLOT-9',
        extractionProcedureId: null,
        storageLocationId: 'box-1',
        storagePosition: 'A2',
      }),
    );
    await client.query(`UPDATE sample SET storage_position = 'A2' WHERE id = 'first'`);
    await client.query(`UPDATE sample SET storage_position = 'A1' WHERE id = 'other'`);
  });
  expect(
    await rows(
      `SELECT id, storage_position AS slot FROM sample WHERE storage_location_id = 'box-1' ORDER BY id`,
    ),
  ).toEqual([
    { id: 'first', slot: 'A2' },
    { id: 'other', slot: 'A1' },
  ]);
});
