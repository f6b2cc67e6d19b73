import type { Pool } from 'pg';
import type { AnyEntity, Row } from '#db/entity.ts';
import { buildBarcode } from '#db/factories/build-barcode.ts';
import { buildSample } from '#db/factories/build-sample.ts';
import { buildStorageManagement } from '#db/factories/build-storage-management.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';

const PER_BOX = 96;
const BOXES = 120;
const ROWS = 'ABCDEFGH';

/** Return the id of the k-th tube that the benchmark added to the lab. */
export const tubeId = (k: number): string => `bench-tube-${k}`;

/** Return a free position for the k-th move: each is used once, so that nothing collides. */
export const slotOf = (k: number): { containerId: string; position: string } => ({
  containerId: `bench-box-${Math.floor(k / PER_BOX) % BOXES}`,
  position: `${ROWS[k % 8]}${Math.floor((k % PER_BOX) / 8) + 1}`,
});

/** Add a shelf of loose tubes and enough empty boxes to a migrated database, in one transaction. */
export async function populateLab(pool: Pool, tubes: number): Promise<void> {
  const client = await pool.connect();
  const insert = <E extends AnyEntity>(entity: E, row: Row<E>) => insertRow(client, entity, row);
  try {
    await client.query('BEGIN');
    await insert(
      storageManagement,
      buildStorageManagement({ id: 'bench-shelf', name: 'Bench shelf', type: 'SHELF' }),
    );
    for (let k = 0; k < BOXES; k += 1) {
      const box = { id: `bench-box-${k}`, name: `Bench box ${k}`, parentId: 'bench-shelf' };
      await insert(storageManagement, buildStorageManagement({ ...box, type: 'BOX', rows: 8, columns: 12 }));
    }
    for (let k = 0; k < tubes; k += 1) {
      const id = tubeId(k);
      const code = `BT-${String(k).padStart(6, '0')}`;
      const label = { id: `${id}-label`, value: code, type: 'SAMPLE' as const, targetId: id };
      await insert(barcode, buildBarcode(label));
      const location = { storageLocationId: 'bench-shelf', specimenId: null, extractionProcedureId: null };
      await insert(sample, buildSample({ id, barcode: code, barcodeId: label.id, ...location }));
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
