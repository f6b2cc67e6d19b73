import type { Pool } from 'pg';
import { BATCH_TYPES } from '#db/batches/batch.ts';
import { CATALOGUE } from '#db/entities.ts';
import { buildReceivingWorld, buildSession, signSession } from '#db/factories/benches/receiving-bench.ts';
import { buildUser } from '#db/factories/build-identity.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import { user } from '#db/identity/user.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { AccessionArgs } from '#db/specimens/accession/accession-args.ts';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

const KEYS_FIRST = ['User', 'Company', 'Procedure', 'Flow', 'Protocol'];

/** Build a world in which a plate with 96 specimens is on its way. */
export function buildExpectedPlate(): MemoryWorld {
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
  return world;
}

/** Insert the rows of a world that the database of a test lab does not have yet. */
export async function insertWorld(pool: Pool, world: MemoryWorld): Promise<void> {
  const first = KEYS_FIRST.flatMap((name) => CATALOGUE.filter((entity) => entity.name === name));
  const storedTables = new Set(['user_company', 'person']);
  await inTransaction(pool, async (client) => {
    for (const entity of new Set([...first, ...CATALOGUE])) {
      for (const row of storedTables.has(entity.table) ? [] : world.all(entity)) {
        const text = `SELECT 1 FROM ${quoted(entity.table)} WHERE id = $1`;
        if ((await client.query(text, [row['id']])).rows.length === 0) await insertRow(client, entity, row);
      }
    }
  });
}

/** Lease a device the numbers with which it receives the plate. */
export const leaseNumbers = (pool: Pool, deviceId: string) =>
  pool.query(
    `INSERT INTO number_lease (id, device_id, entity, series, lab_day, "from", "to")
     SELECT series, $1, 'WBL', series, '2026-11-21', 1, 8999 FROM unnest(ARRAY['SPECIMEN', 'ACCESSION_GROUP']) AS series`,
    [deviceId],
  );

/** Build the arguments with which a device receives the plate. */
export async function receiptOfPlate(): Promise<AccessionArgs> {
  const wells = WELL_NAMES.map((well, index) => {
    const julianId = `W26325-${String(index + 500).padStart(4, '0')}`;
    const ids = { specimenId: `specimen-${well}`, sampleId: `sample-${well}` };
    const label = { sampleBarcodeId: `barcode-${well}`, sampleBarcode: `${julianId}-01` };
    return { well, julianId, exception: null, ...ids, ...label };
  });
  const plate = { orderId: 'order-1', shipmentPlateNumber: 1, plateBarcode: 'PLATE-1', wells };
  const plates = [{ ...plate, a1CornerSeen: true, rotated: false }];
  return AccessionArgs.parse(await signSession(buildSession({ plates, missingSpecimenIds: [] })));
}
